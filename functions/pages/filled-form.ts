import type { HTMLRewriter as Rewriter } from "@cloudflare/workers-types";
import { type Language, path } from "#cms/content/site.ts";
import { type ContactField, contactFields } from "#functions/contract/contact.ts";
import { errorFragment } from "#functions/contract/form-fragments.ts";
import { describeFault, logLine } from "#functions/log.ts";
import { answerPage } from "./answer.ts";
import { createRewriter, selecting } from "./rewriting.ts";

type Asked = {
  /** The request that posted the form. */
  request: Request;
  bindings: Record<string, unknown>;
  waitUntil(work: Promise<unknown>): void;
};

/** What the answer to a form that was not taken says of it. */
type Rejection = {
  status: number;
  headers: Record<string, string>;
  /** The first wrong field; the whole form; or that it cannot be taken now. */
  cause: Parameters<typeof errorFragment>[0];
};

/** What a page says of itself that is not true of this answer. */
const untrue = ["ETag", "Last-Modified", "Server-Timing", "Speculation-Rules", "X-Content-Published"];

/**
 * The contact page as it was sent by a form without script whose message was not taken, with every word in its field and the reason
 * above, to be sent again. No word stands in an address, and nothing keeps the answer.
 * @throws Error while the page cannot be made
 */
export async function answerFilledForm(
  { request, bindings, waitUntil }: Asked,
  language: Language,
  sent: Record<string, string>,
  { status, headers: extraHeaders, cause }: Rejection,
): Promise<Response> {
  const address = new URL(path("contact", language), request.url);
  const page = await answerPage(new Request(address), bindings, waitUntil, (fault) =>
    logLine({ problem: "page_failed", ...describeFault(fault) }),
  );
  if (page.status !== 200) throw new Error(`The contact page answers ${page.status}.`);
  const headers = new Headers(page.headers);
  for (const name of untrue) headers.delete(name);
  headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value);
  const filled = fill(toFields(sent), cause).transform(new Response(page.body, { status, headers }) as never);
  return filled as unknown as Response;
}

const toFields = (sent: Record<string, string>) =>
  new Map(contactFields.map((field: ContactField) => [field as string, sent[field] ?? ""]));

/** Fills the form and shows why it is there again. The page has another address than its scripts expect, so they stay out. */
function fill(fields: Map<string, string>, cause: Rejection["cause"]): Rewriter {
  const form = 'form[action="/api/contact"]';
  const sentAs = (name: string | null) => fields.get(name ?? "") ?? "";
  let select = "";
  return createRewriter()
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
      element: (details) =>
        void (["meeting_day", "meeting_part"].some(sentAs) && details.setAttribute("open", "")),
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
