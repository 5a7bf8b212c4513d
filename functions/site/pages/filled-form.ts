import type { Context } from "hono";
import { type Language, path } from "#cms/content/site.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { answerPage } from "./answer.ts";
import { decodeEntities, findOption } from "./intent.ts";
import { fillForm, type RejectedForm } from "./rejected-form.ts";

/** Returns the contact page in a language. @throws Error if the page cannot be rendered */
async function renderContactPage(c: Context<AppEnv>, language: Language): Promise<Response> {
  const page = await answerPage(
    new Request(new URL(path("contact", language), c.req.url)),
    c.env,
    (work) => c.executionCtx.waitUntil(work),
    (fault) => logLine({ problem: "page_failed", ...describeFault(fault) }),
  );
  if (page.status !== 200) throw new Error(`The contact page answers ${page.status}.`);
  return page;
}

/**
 * Returns the name of a plan that the contact form offers, in the form's language; null for any other text and if the
 * page cannot be rendered.
 */
export const findOfferedPlan = (
  c: Context<AppEnv>,
  language: Language,
  plan: string,
): Promise<string | null> =>
  renderContactPage(c, language)
    .then((page) => page.text())
    .then((html) => decodeEntities(findOption(html, "plan", plan)) || null)
    .catch(() => null);

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
  const filledPage = fillForm(await renderContactPage(c, language), form);
  const headers = new Headers(filledPage.headers);
  for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value);
  return new Response(filledPage.body, { status, headers });
}
