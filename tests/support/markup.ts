import { HtmlValidate } from "html-validate";

// What the HTML standard asks of an author, and no taste: https://html.spec.whatwg.org
const checker = new HtmlValidate({ extends: ["html-validate:standard"] });

/** What of a document is not as the HTML standard has it, a line for each. */
export async function markupFaults(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
