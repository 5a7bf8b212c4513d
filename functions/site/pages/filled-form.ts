import type { Context } from "hono";
import { type Language, path } from "#cms/content/site.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { answerPage } from "./answer.ts";
import { fillForm, type RejectedForm } from "./rejected-form.ts";

/**
 * Returns the contact page for a rejected form of a browser without JavaScript, with the sent text in its fields and
 * the reason above them. The text is in no address, and no cache stores the response.
 * @throws Error if the page cannot be rendered
 */
export async function answerFilledForm(
  c: Context<AppEnv>,
  language: Language,
  form: RejectedForm,
  { status, headers: extraHeaders }: { status: number; headers: Record<string, string> },
): Promise<Response> {
  const address = new URL(path("contact", language), c.req.url);
  const page = await answerPage(
    new Request(address),
    c.env,
    (work) => c.executionCtx.waitUntil(work),
    (fault) => logLine({ problem: "page_failed", ...describeFault(fault) }),
  );
  if (page.status !== 200) throw new Error(`The contact page answers ${page.status}.`);
  const filledPage = fillForm(page, form);
  const headers = new Headers(filledPage.headers);
  for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value);
  return new Response(filledPage.body, { status, headers });
}
