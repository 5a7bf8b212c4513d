import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { isolate } from "#functions/contract/characters.ts";
import { contactFields, describeField, uploadedField } from "#functions/contract/contact.ts";
import { contactFormSelector, errorFragment } from "#functions/contract/form-fragments.ts";
import { readUploadTokens } from "#functions/contract/upload-tokens.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { openEdgeCache } from "#functions/kernel/http/edge-cache.ts";
import { createOptionSelector } from "./intent.ts";

/** A rejected form without script: its fields, and the first wrong field or the reason for the whole form. */
export type RejectedForm = { fields: Record<string, string>; cause: Parameters<typeof errorFragment>[0] };

/** Headers of the contact page that do not apply to a page with a visitor's text. */
const staleHeaders = ["ETag", "Last-Modified", "Server-Timing", "X-Content-Published"];

/**
 * Returns the contact page with the sent text in its fields and the reason for the rejection, so that the visitor can
 * correct it. Its scripts are removed, because they expect an empty form. No cache stores the response.
 */
export function fillForm(page: Response, { fields, cause }: RejectedForm): Response {
  const headers = new Headers(page.headers);
  for (const name of staleHeaders) headers.delete(name);
  headers.set("Cache-Control", "no-store");
  return createFormFiller(fields, cause).transform(new Response(page.body, { status: page.status, headers }));
}

/**
 * Returns the rewriter that removes the scripts, fills in the fields, and opens the folded groups that have a value. It
 * marks the wrong field with the reason, which gets the focus.
 */
function createFormFiller(fields: RejectedForm["fields"], cause: RejectedForm["cause"]): HTMLRewriter {
  const form = contactFormSelector;
  const getSentValue = (name: string | null) => fields[name ?? ""] ?? "";
  let select = "";
  return new HTMLRewriter()
    .on("script", { element: (script) => void script.remove() })
    .on(`${form} input:not([type=hidden]):not([type=file])`, {
      // HTMLRewriter escapes quotes in a value, but no ampersands.
      element: (input) =>
        void input.setAttribute("value", getSentValue(input.getAttribute("name")).replaceAll("&", "&amp;")),
    })
    .on(`${form} [name="${uploadedField}"]`, {
      // Tokens of uploaded files, which have no signs of HTML.
      element: (input) => void input.setAttribute("value", getSentValue(uploadedField)),
    })
    .on(`${form} [data-uploads]`, {
      element: (list) =>
        void list.setInnerContent(
          readUploadTokens(getSentValue(uploadedField))
            .map(({ file }) => isolate(file.name))
            .join(", "),
        ),
    })
    .on(`${form} select`, {
      element(element) {
        select = getSentValue(element.getAttribute("name"));
      },
    })
    .on(
      `${form} option`,
      createOptionSelector(() => select),
    )
    .on(`${form} textarea`, {
      // HTML drops the first line break of a text area.
      element: (area) => void area.setInnerContent(`\n${getSentValue(area.getAttribute("name"))}`),
    })
    .on(`${form} details`, {
      element(details) {
        const group = details.getAttribute("data-disclosure");
        const hasValue = contactFields.some(
          (field) => describeField(field).group === group && getSentValue(field),
        );
        if (hasValue) details.setAttribute("open", "");
      },
    })
    .on(`${form} [name="${cause}"]`, {
      element: (field) =>
        void field
          .setAttribute("aria-invalid", "true")
          .setAttribute("aria-describedby", errorFragment(cause)),
    })
    .on(`#${errorFragment(cause)}`, {
      element: (answer) =>
        void answer
          .setAttribute("data-answer", "")
          // A browser without script focuses this element.
          .setAttribute("tabindex", "-1")
          .setAttribute("autofocus", ""),
    });
}

const lifetimeSeconds = 600;
const openForms = (origin: string) => openEdgeCache(origin, "forms");

/** Cookie with the secret by which a browser proves that it sent a rejected form. */
const formCookie = "__Host-form";
const cookieOptions = { path: "/", secure: true, httpOnly: true, sameSite: "Strict" } as const;

/** A stored form. The hash of the sender's secret tells who may see the text. */
type StoredForm = RejectedForm & { secretHash: string };

/**
 * Stores a rejected form for ten minutes, so the page after the redirect has its text. The address alone shows no text:
 * it may be shared or logged, so a cookie binds the text to the browser that sent it.
 * @returns the query of that page; its form is empty if this one cannot be stored
 */
export async function keepForm(c: Context<AppEnv>, form: RejectedForm): Promise<string> {
  const knownSecret = getCookie(c, formCookie) ?? "";
  // Forms in other tabs have the same secret.
  const secret = isUuid(knownSecret) ? knownSecret : crypto.randomUUID();
  const id = crypto.randomUUID();
  const storedForm: StoredForm = { ...form, secretHash: await sha256(secret) };
  await openForms(new URL(c.req.url).origin).keep(id, storedForm, lifetimeSeconds);
  setCookie(c, formCookie, secret, { ...cookieOptions, maxAge: lifetimeSeconds });
  return `?form=${id}`;
}

const isUuid = (text: string): boolean => /^[\da-f-]{36}$/.test(text);

/**
 * Returns the contact page filled with the rejected form that the parameter `form` names; unchanged without one.
 * Without the cookie of the sender it shows only the reason for the rejection.
 */
export async function fillKeptForm(page: Response, request: Request): Promise<Response> {
  const { searchParams, origin } = new URL(request.url);
  const id = searchParams.get("form") ?? "";
  if (page.status !== 200 || !isUuid(id)) return page;
  const form = await openForms(origin).read<StoredForm>(id);
  if (!form) return page;
  const { [formCookie]: secret = "" } = parse(request.headers.get("Cookie") ?? "", formCookie);
  const isSender = form.secretHash === (await sha256(secret));
  return fillForm(page, isSender ? form : { fields: {}, cause: form.cause });
}
