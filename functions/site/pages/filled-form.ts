import { type Language, path } from "#cms/content/site.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { answerPage } from "./answer.ts";
import { fillForm, type RejectedForm } from "./rejected-form.ts";

type Asked = {
  /** The request that posted the form. */
  request: Request;
  bindings: Record<string, unknown>;
  waitUntil(work: Promise<unknown>): void;
};

/**
 * The contact page as it was sent by a form without script whose message was not taken, with every word in its field and the reason
 * above, to be sent again. No word stands in an address, and nothing keeps the answer.
 * @throws Error while the page cannot be made
 */
export async function answerFilledForm(
  { request, bindings, waitUntil }: Asked,
  language: Language,
  form: RejectedForm,
  { status, headers: extraHeaders }: { status: number; headers: Record<string, string> },
): Promise<Response> {
  const address = new URL(path("contact", language), request.url);
  const page = await answerPage(new Request(address), bindings, waitUntil, (fault) =>
    logLine({ problem: "page_failed", ...describeFault(fault) }),
  );
  if (page.status !== 200) throw new Error(`The contact page answers ${page.status}.`);
  const filled = fillForm(page, form);
  const headers = new Headers(filled.headers);
  for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value);
  return new Response(filled.body, { status, headers });
}
