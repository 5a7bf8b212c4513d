import { HtmlValidate } from "html-validate";

// Checks only what the HTML standard requires of authors, and no style: https://html.spec.whatwg.org
const checker = new HtmlValidate({ extends: ["html-validate:standard"] });

/** Lists the violations of the HTML standard in a document, a line for each. */
export async function listMarkupFaults(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
