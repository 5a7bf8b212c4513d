import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { defaultLanguage, type Language, languages } from "#cms/content/site.ts";
import { contactFields, describeField, uploadedField, uploadField } from "#functions/contract/contact.ts";
import { contactFormSelector, errorFragment } from "#functions/contract/form-fragments.ts";
import { missingFileTexts, renderCarriedFiles } from "#functions/files/carried.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { openEdgeCache } from "#functions/kernel/http/edge-cache.ts";
import { createOptionSelector } from "./intent.ts";

/** A rejected form without script. */
export type RejectedForm = {
  fields: Record<string, string>;
  /** The first wrong field, or the reason for the whole form. */
  cause: Parameters<typeof errorFragment>[0];
  /** Whether one of the files is no longer available. */
  lacksFile: boolean;
};

/** Headers of the contact page that do not apply to a page with a visitor's text. */
const staleHeaders = ["ETag", "Last-Modified", "Server-Timing", "X-Content-Published"];

/**
 * Returns the contact page with the sent text in its fields and the reason for the rejection, so that the visitor can
 * correct it. Its scripts are removed, because they expect an empty form. No cache stores the response.
 */
export function fillForm(page: Response, form: RejectedForm): Response {
  const headers = new Headers(page.headers);
  for (const name of staleHeaders) headers.delete(name);
  headers.set("Cache-Control", "no-store");
  return createFormFiller(form).transform(new Response(page.body, { status: page.status, headers }));
}

/**
 * Returns the rewriter that removes the scripts, fills in the fields, and opens the folded groups that have a value. It
 * marks the wrong field with the reason, which gets the focus.
 */
function createFormFiller({ fields, cause, lacksFile }: RejectedForm): HTMLRewriter {
  const form = contactFormSelector;
  const getSentValue = (name: string | null) => fields[name ?? ""] ?? "";
  const wrongField = cause === "files" ? uploadField : cause;
  let select = "";
  let language: Language = defaultLanguage;
  return new HTMLRewriter()
    .on("html", {
      element(document) {
        language = languages.find((name) => name === document.getAttribute("lang")) ?? language;
      },
    })
    .on("script", { element: (script) => void script.remove() })
    .on(`${form} input:not([type=hidden]):not([type=file])`, {
      // HTMLRewriter escapes quotes in a value, but no ampersands.
      element: (input) =>
        void input.setAttribute("value", getSentValue(input.getAttribute("name")).replaceAll("&", "&amp;")),
    })
    .on(`${form} [name="${uploadedField}"]`, { element: (input) => void input.remove() })
    .on(`${form} [data-uploads]`, {
      async element(list) {
        list.setInnerContent(await renderCarriedFiles(getSentValue(uploadedField), language), { html: true });
      },
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
    .on(`${form} [name="${wrongField}"]`, {
      element: (field) =>
        void field
          .setAttribute("aria-invalid", "true")
          .setAttribute("aria-describedby", errorFragment(cause)),
    })
    .on(`#${errorFragment("files")} p`, {
      element: (text) => void (lacksFile && text.setInnerContent(missingFileTexts[language])),
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
  return fillForm(page, isSender ? form : { ...form, fields: {} });
}
