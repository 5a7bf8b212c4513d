// Accepts a contact message, as JSON or as a form without JavaScript: 201 if it is stored in the inbox, 202 if it waits
// elsewhere.

import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { languages, path } from "#cms/content/site.ts";
import type { ContactReceipt } from "#functions/contract/answers.schema.ts";
import { contactPost, linkInput } from "#functions/contract/contact.schema.ts";
import {
  type ContactField,
  type ContactMessage,
  contactFields,
  formStampHeader,
  trapField,
  turnstileHeader,
  uploadedField,
} from "#functions/contract/contact.ts";
import { errorFragment, sentFragment, toSentQuery } from "#functions/contract/form-fragments.ts";
import { toReference } from "#functions/contract/reference.ts";
import type { Environment } from "#functions/env.ts";
import { addFormFiles, isForm, readSentForm } from "#functions/files/form.ts";
import { readUploads } from "#functions/files/uploads.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { getPreferredLanguage } from "#functions/kernel/http/form.ts";
import { readIdempotencyKey } from "#functions/kernel/http/idempotency-key.ts";
import { rejectForeignOrigin } from "#functions/kernel/http/own-host.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { toProblem } from "#functions/kernel/http/problem-answer.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { answerFilledForm, findOfferedPlan } from "#functions/site/pages/filled-form.ts";
import { keepForm } from "#functions/site/pages/rejected-form.ts";
import { drainSpool } from "./drain-spool.ts";
import { toFormKeys, validateForm } from "./form-post.ts";
import { createFormStamp, readFormStamp } from "./form-stamp.ts";
import { readHandedSubmission } from "./handed-submissions.ts";
import { keepSubmission } from "./keep-submission.ts";
import { type Arrival, screen } from "./screening.ts";
import { type FiledMessage, hashMessage, storeSyntheticMessage, storeWaitingMessage } from "./store.ts";
import { readSyntheticMessage, syntheticMessageHeader } from "./synthetic-message.ts";
import { verifyToken } from "./turnstile.ts";

/**
 * Screens a message and stores it in the database, the spool or a mail; without an idempotency key it gets a new one.
 * If a message is already stored under `repeatedKey`, the key of the same form in the previous ten minutes, this one is
 * not stored again.
 * @throws Refusal idempotency_conflict, unavailable; TooManyAttempts
 */
async function keepMessage(
  c: Context<AppEnv>,
  { message, files }: FiledMessage,
  { key: givenKey, repeatedKey }: { key: string | null; repeatedKey?: string },
  { trap, stamp, token }: Pick<Arrival, "trap" | "stamp"> & { token?: string | undefined },
): Promise<ContactReceipt> {
  const { environment, database } = c.var;
  const key = givenKey ?? crypto.randomUUID();
  // The same key always gives the same id, whichever store accepts the message.
  const id = givenKey === null ? key : await toUuid(`contact ${key}`);
  const verdict = trap === null ? await verifyToken(environment, token, id) : null;
  const arrival = { network: c.var.client.network, trap, stamp, verdict };
  const screening = await screen(message, arrival, (plan) => findOfferedPlan(c, message.language, plan));
  const bodyHash = await hashMessage(message, files);
  const submission = { id, key, repeatedKey, message, files, bodyHash, screening };
  const { receipt, isHealthy } = await keepSubmission(environment, database, submission);
  // Runs after the response: a visitor must not wait for earlier messages or for the mail provider.
  if (isHealthy) c.executionCtx.waitUntil(drainAndSend(environment));
  return receipt;
}

/** Stores the spooled messages if one came within the last hour, and sends due mails, such as the new message's. */
async function drainAndSend(environment: Environment): Promise<void> {
  await drainSpool(environment, { isThorough: false });
  await sendDueMails(environment);
}

/**
 * Accepts the hourly synthetic message; returns null for a call without its header. It follows the real path and is
 * deleted in the same transaction. Only the database may accept it, never the spool.
 * @throws Problem malformed_request for a foreign signature; Refusal unavailable
 */
async function acceptSyntheticMessage(
  c: Context<AppEnv>,
  message: ContactMessage,
): Promise<ContactReceipt | null> {
  const { environment, database } = c.var;
  const header = c.req.header(syntheticMessageHeader);
  const { CANARY_TO: mailbox } = environment;
  if (header === undefined) return null;
  const id = mailbox && (await readSyntheticMessage(environment, header, message));
  if (!id)
    throw new Problem("malformed_request", {
      detail: `This site did not sign ${syntheticMessageHeader} for the message.`,
    });
  await storeSyntheticMessage(database, { id, message }, mailbox);
  // The scheduled Worker queries the database for this message anyway, so its mail needs no mark of due work.
  c.set("leavesNoWork", true);
  c.executionCtx.waitUntil(drainAndSend(environment));
  return { id, status: "stored" };
}

// They exceed the limits of `rates.ts`, which count in the database. A flood then costs neither database nor spool.
const checkMessageLimit = createCallLimit({ burst: 200, perSecond: 2 });
// A browser fetches one stamp for each form that it opens.
const checkStampLimit = createCallLimit({ burst: 200, perSecond: 2 });

const isField = (name: unknown): name is ContactField => contactFields.some((field) => field === name);

/** Returns a message with its files instead of their tokens. @throws Problem invalid_fields */
async function withFiles(
  c: Context<AppEnv>,
  { files: tokens, ...message }: ContactMessage & { files: string[] },
): Promise<FiledMessage> {
  return { message, files: await readUploads(c.var.environment, tokens) };
}

/**
 * Accepts the contact form of a browser without JavaScript: redirects to the confirmation, or shows the reason for a
 * rejection. A filled honeypot field adds a doubt but no rejection.
 */
async function acceptForm(c: Context<AppEnv>): Promise<Response> {
  let form: Record<string, string> = {};
  try {
    // A page of another site chooses the text of its form, so the response must not show it as the company's.
    rejectForeignOrigin(c);
    const sentForm = await readSentForm(c);
    const { [trapField]: trap = "", ...fields } = sentForm.fields;
    // A form beyond the limit keeps its text, too.
    form = fields;
    checkMessageLimit(c);
    // Also a rejected form keeps its files.
    await addFormFiles(c, { ...sentForm, fields });
    const filed = await withFiles(c, validateForm(form, sentForm.sizeBytes));
    const keys = await toFormKeys(filed, c.var.client.network);
    const { id } = await keepMessage(c, filed, keys, { trap, stamp: null });
    const { message } = filed;
    return c.redirect(
      `${path("contact", message.language)}${toSentQuery(toReference(id))}#${sentFragment(message.language)}`,
      303,
    );
  } catch (error) {
    return answerRejectedForm(c, form, error);
  }
}

/**
 * Answers a rejected form. A form with wrong fields is stored, and a redirect leads to its filled-in page. Other forms
 * get that page at once, empty for a form of another site. Without that page, an outage or a rate limit redirects to
 * the empty form.
 * @throws Problem for another rejection without that page
 */
async function answerRejectedForm(
  c: Context<AppEnv>,
  form: Record<string, string>,
  error: unknown,
): Promise<Response> {
  const problem = toProblem(error);
  const { status, headers } = problem;
  const cause = toErrorCause(problem);
  const language = languages.find((candidate) => candidate === form.language) ?? getPreferredLanguage(c);
  const lacksFile = problem.errors?.[0]?.code === "invalid_file";
  const rejected = { fields: form, cause, lacksFile };
  const toForm = (query = "") =>
    c.redirect(`${path("contact", language)}${query}#${errorFragment(cause)}`, 303);
  // The visitor can correct the form and send it again. A page with an address of its own can be reloaded.
  if (status === 422) return toForm(await keepForm(c, rejected));
  try {
    const page = await answerFilledForm(c, language, rejected, { status, headers });
    c.set("problem", problem.code);
    if (status >= 500) c.set("fault", problem.cause);
    return page;
  } catch {
    if (status === 500 || cause === "form") throw problem;
    return toForm();
  }
}

/** Returns the error block that the page shows: of the first wrong field, the form, or an outage or a rate limit. */
function toErrorCause({ status, errors = [] }: Problem): Parameters<typeof errorFragment>[0] {
  if (status === 429 || status >= 500) return "unavailable";
  const field = errors[0]?.field;
  if (field === uploadedField) return "files";
  return isField(field) && field !== "language" ? field : "form";
}

/** Redirects a browser that opens the address of the form post, as on a reload, to the form. */
const formPage = createMiddleware<AppEnv>(async (c, next) => {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (!isRead || !c.req.header("Accept")?.includes("text/html")) return next();
  return c.redirect(path("contact", getPreferredLanguage(c)), 303);
});

const formPost = createMiddleware<AppEnv>(async (c, next) => {
  if (isForm(c)) return acceptForm(c);
  await next();
});

const limitMessages = createMiddleware<AppEnv>(async (c, next) => {
  checkMessageLimit(c);
  await next();
});

export const contactForm = new Hono<AppEnv>()
  .get("/form-stamp", async (c) => {
    checkStampLimit(c);
    return c.json(await createFormStamp(c.var.environment, c.var.client.network));
  })
  .use("/", formPage)
  .post("/", formPost, limitMessages, jsonBody(contactPost), async (c) => {
    const filed = await withFiles(c, c.req.valid("json"));
    const syntheticReceipt = await acceptSyntheticMessage(c, filed.message);
    if (syntheticReceipt) return c.json(syntheticReceipt, 201);
    const stamp = await readFormStamp(c.var.environment, c.req.header(formStampHeader), c.var.client.network);
    const token = c.req.header(turnstileHeader);
    const receipt = await keepMessage(c, filed, { key: readIdempotencyKey(c) }, { trap: null, stamp, token });
    return c.json(receipt, receipt.status === "stored" ? 201 : 202);
  })
  // Stores a message that only a mail has. Its signature proves it, so any reader of the mail may store it.
  .post("/handed", jsonBody(linkInput), async (c) => {
    const { environment, database } = c.var;
    const submission = await readHandedSubmission(environment, c.req.valid("json").token);
    if (!submission) throw new Problem("not_found");
    const id = await storeWaitingMessage(database, environment.signingKeys, submission);
    return c.json({ id, status: "stored" } satisfies ContactReceipt, 201);
  });
