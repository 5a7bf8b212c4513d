import { type ContactField, contactFields } from "#functions/contract/contact.ts";
import { errorFragment } from "#functions/contract/form-fragments.ts";
import { openEdgeCache } from "#functions/kernel/http/edge-cache.ts";
import { selecting } from "./intent.ts";

/** A form without script whose message was not accepted: what was sent, and the first wrong field, or that it cannot be taken now. */
export type RejectedForm = { fields: Record<string, string>; cause: Parameters<typeof errorFragment>[0] };

/** Headers of the contact page that are wrong for a page with a visitor's words. */
const untrueHeaders = ["ETag", "Last-Modified", "Server-Timing", "X-Content-Published"];

/**
 * Returns the contact page with every sent word in its field and the reason above it, to be sent again. Its scripts expect an empty form, so
 * they stay out, and nothing caches the answer.
 */
export function fillForm(page: Response, { fields, cause }: RejectedForm): Response {
  const headers = new Headers(page.headers);
  for (const name of untrueHeaders) headers.delete(name);
  headers.set("Cache-Control", "no-store");
  return createFilling(toFields(fields), cause).transform(
    new Response(page.body, { status: page.status, headers }),
  );
}

const toFields = (sent: Record<string, string>) =>
  new Map(contactFields.map((field: ContactField) => [field as string, sent[field] ?? ""]));

function createFilling(fields: Map<string, string>, cause: RejectedForm["cause"]): HTMLRewriter {
  const form = 'form[action="/api/contact"]';
  const sentAs = (name: string | null) => fields.get(name ?? "") ?? "";
  let select = "";
  return new HTMLRewriter()
    .on("script", { element: (script) => void script.remove() })
    .on(`${form} input:not([type=hidden])`, {
      // It writes quotes as references by itself, and nothing else.
      element: (input) =>
        void input.setAttribute("value", sentAs(input.getAttribute("name")).replaceAll("&", "&amp;")),
    })
    .on(`${form} select`, {
      element(element) {
        select = sentAs(element.getAttribute("name"));
      },
    })
    .on(
      `${form} option`,
      selecting(() => select),
    )
    .on(`${form} textarea`, {
      // HTML drops the first line break of a text area.
      element: (area) => void area.setInnerContent(`\n${sentAs(area.getAttribute("name"))}`),
    })
    .on(`${form} details`, {
      element(details) {
        const isMeeting = details.getAttribute("data-disclosure") === "meeting";
        const inside = isMeeting ? ["meeting_day", "meeting_part"] : ["company", "source"];
        if (inside.some(sentAs)) details.setAttribute("open", "");
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
          // Where the browser goes to without script.
          .setAttribute("tabindex", "-1")
          .setAttribute("autofocus", ""),
    });
}

const keptForSeconds = 600;
const openForms = (origin: string) => openEdgeCache(origin, "forms");

/**
 * Keeps a rejected form for ten minutes, so that the page that follows the redirect has its words. The id cannot be guessed, and no word
 * stands in an address. @returns the query of that page; where the form cannot be kept, the page is empty
 */
export async function keepForm(origin: string, form: RejectedForm): Promise<string> {
  const id = crypto.randomUUID();
  await openForms(origin).keep(id, form, keptForSeconds);
  return `?form=${id}`;
}

/** Returns the contact page with the kept form that its address names, or as it is. */
export async function fillKeptForm(page: Response, address: URL): Promise<Response> {
  const id = address.searchParams.get("form") ?? "";
  if (page.status !== 200 || !/^[\da-f-]{36}$/.test(id)) return page;
  const form = await openForms(address.origin).read<RejectedForm>(id);
  return form ? fillForm(page, form) : page;
}
