// The customer's page without JavaScript. The fragment of a mailed link never reaches the server, so a form posts the
// link, and the answer is the page.

import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as v from "valibot";
import { languages, path } from "#cms/content/site.ts";
import { trapField, uploadedField } from "#functions/contract/contact.ts";
import { replyInput } from "#functions/contract/conversation.schema.ts";
import { addFormFiles, isForm, readSentForm, type SentForm } from "#functions/files/form.ts";
import { validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { getPreferredLanguage } from "#functions/kernel/http/form.ts";
import { requireLinkToken } from "#functions/kernel/http/link-token.ts";
import { rejectForeignOrigin } from "#functions/kernel/http/own-host.ts";
import type { Problem } from "#functions/kernel/http/problem.ts";
import { applyProblem, toProblem } from "#functions/kernel/http/problem-answer.ts";
import { openLink, storeReply } from "./customer-calls.ts";
import type { PlainNotice, PlainPage } from "./plain-page.ts";

/** Returns the token of a pasted link, which may also be the token alone. */
const readToken = (pasted = ""): string => pasted.trim().split("#").at(-1) ?? "";

const isUuid = (text = ""): boolean => v.is(v.pipe(v.string(), v.uuid()), text);

/** Returns the reason that the page shows for a rejected form. */
function toNotice({ code, status, errors = [] }: Problem): PlainNotice {
  if (code === "not_found") return "unknown";
  const fileError = errors.find((error) => error.field === uploadedField);
  if (fileError) return fileError.code === "invalid_file" ? "missing_file" : "files";
  if (errors.some((error) => error.code === "required")) return "empty";
  if (errors.some((error) => error.code === "too_long") || code === "body_too_large") return "too_long";
  if (status === 429) return "too_many";
  return "failed";
}

/**
 * Reads a form of this site and answers with the page. `work` adds the result to the page. After a rejection the page
 * has the typed text.
 */
async function answerForm(
  c: Context<AppEnv>,
  work: (form: SentForm, page: PlainPage) => Promise<void>,
): Promise<Response> {
  const page: PlainPage = {
    ...{
      language: getPreferredLanguage(c),
      notice: null,
      token: "",
      conversation: null,
      text: "",
      files: "",
    },
    key: crypto.randomUUID(),
  };
  let status = 200;
  try {
    rejectForeignOrigin(c);
    const sentForm = await readSentForm(c);
    const form = sentForm.fields;
    page.language = languages.find((language) => language === form.language) ?? page.language;
    page.token = readToken(form.token);
    // A browser sends line breaks of a text area as CR LF (HTML §4.10.21.8).
    page.text = (form.text ?? "").replaceAll("\r\n", "\n");
    if (isUuid(form.key)) page.key = form.key ?? "";
    page.files = form[uploadedField] ?? "";
    await work(sentForm, page);
  } catch (error) {
    const problem = toProblem(error);
    applyProblem(c, problem);
    status = problem.status;
    page.notice = toNotice(problem);
    // Another site chooses the text of its form, so the page must not show it as the customer's.
    if (page.token && page.notice !== "unknown") {
      page.conversation = await openLink(c, page.token).catch(() => null);
    }
  }
  // Loaded on first use, because few browsers run no script.
  const { renderPlainPage, toPlainPolicy } = await import("./plain-page.ts");
  const html = String(await renderPlainPage(page));
  c.header("Content-Security-Policy", await toPlainPolicy(html));
  return c.html(html, status as ContentfulStatusCode);
}

const formOnly = (accept: (c: Context<AppEnv>) => Promise<Response>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (isForm(c)) return accept(c);
    await next();
  });

/** Answers the form with a mailed link by the conversation. */
export const linkForm = formOnly((c) =>
  answerForm(c, async (_, page) => {
    page.conversation = await openLink(c, page.token);
  }),
);

/** Stores the reply of a form and answers with the conversation. A filled honeypot field rejects nothing. */
export const replyForm = formOnly((c) =>
  answerForm(c, async (form, page) => {
    requireLinkToken(page.token);
    // Only the customer may store files.
    if (form.files.length > 0) await openLink(c, page.token);
    await addFormFiles(c, form);
    page.files = form.fields[uploadedField] ?? "";
    const reply = validate(replyInput, { token: page.token, text: page.text, files: page.files });
    const options = { key: page.key, isTrapped: Boolean(form.fields[trapField]) };
    const conversation = await storeReply(c, reply, options);
    Object.assign(page, { notice: "received", text: "", files: "", key: crypto.randomUUID(), conversation });
  }),
);

/** Redirects a browser that opens the address of a form post to the page. */
export const toConversationPage = createMiddleware<AppEnv>(async (c, next) => {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (!isRead || !c.req.header("Accept")?.includes("text/html")) return next();
  return c.redirect(path("conversation", getPreferredLanguage(c)), 303);
});
