import { contactFormSelector, readReference } from "#functions/contract/form-fragments.ts";
import { readIntent, toIntentQuery } from "#functions/contract/intent.ts";
import { services } from "#functions/contract/options.ts";

/**
 * Returns a handler of HTMLRewriter that selects the option with the value that `getValue()` returns at that moment; an
 * empty value selects none.
 */
export const createOptionSelector = (getValue: () => string) => ({
  element(option: Element) {
    const value = getValue();
    if (value && option.getAttribute("value") === value) option.setAttribute("selected", "");
  },
});

/**
 * Fills the contact page for the button that led to it: selects service and plan, opens the fields of a meeting, and
 * adds the intent to the link to the other language. Unknown options are ignored. The result depends on page and
 * address only, so the entity tag stays valid.
 */
export async function fillIntent(answer: Response, address: URL): Promise<Response> {
  const intent = answer.status === 200 ? readIntent(address.searchParams) : null;
  if (!intent || !answer.body) return answer;
  const { service, plan, meeting } = intent;
  const knownService = services.find((serviceKey) => serviceKey === service);
  // The links precede the plans, so the existence of the plan is unknown where a link is rewritten.
  const query = toIntentQuery({ service: knownService, plan: knownService && plan, meeting }).replaceAll(
    "&",
    "&amp;",
  );
  // The line that names the intent precedes the options with the names.
  const html = await answer.text();
  return new HTMLRewriter()
    .on("a[data-language-switch]", {
      element: (link) => void link.setAttribute("href", `${link.getAttribute("href")}${query}`),
    })
    .on(
      `${contactFormSelector} select[name=service] option`,
      createOptionSelector(() => service),
    )
    .on(
      `${contactFormSelector} select[name=plan] option`,
      createOptionSelector(() => plan),
    )
    .on(`${contactFormSelector} [data-disclosure="meeting"]`, {
      element: (details) => void (meeting && details.setAttribute("open", "")),
    })
    .on(contactFormSelector, {
      // Styles then show the fields of a meeting first.
      element: (form) => void (meeting && form.setAttribute("data-wish", "meeting")),
    })
    .on("[data-intent]", {
      element(line) {
        const planName = plan && findOption(html, "plan", plan);
        const names = [
          meeting && (line.getAttribute("data-meeting") ?? ""),
          planName
            ? line.getAttribute("data-plan")?.replace("{plan}", () => planName)
            : findOption(html, "service", service),
        ];
        line.setInnerContent(names.filter(Boolean).join(" · "), { html: true });
      },
    })
    .transform(new Response(html, answer));
}

// The entities with which React escapes text.
const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};
export const decodeEntities = (html: string) =>
  html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? "");

/** Returns the visible name of a contact form's option in a page's HTML, still escaped; empty if it does not exist. */
export function findOption(html: string, select: string, value: string): string {
  if (!value) return "";
  const [, options = ""] =
    new RegExp(`<select [^>]*name="${select}"[^>]*>(.*?)</select>`, "s").exec(html) ?? [];
  const option = [...options.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].find(
    ([, key = ""]) => decodeEntities(key) === value,
  );
  return option?.[2] ?? "";
}

/** Adds the reference in the address to the confirmation of a sent message, and to the text of its chat link. */
export function fillReference(answer: Response, address: URL): Response {
  const reference = answer.status === 200 ? readReference(address.searchParams) : null;
  if (!reference || !answer.body) return answer;
  return new HTMLRewriter()
    .on("[data-reference]", { element: (element) => void element.setInnerContent(reference) })
    .on("[data-reference-chat]", {
      element: (link) => void link.setAttribute("href", `${link.getAttribute("href")}%20Ref.%20${reference}`),
    })
    .transform(answer);
}
