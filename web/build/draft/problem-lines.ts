import type { Problem } from "#cms/content/problem.ts";
import type { PreviewMessages } from "#web/preview/messages.ts";

const missing = new Set<Problem["reason"]>(["no-document", "missing", "no-text"]);
const links = new Set<Problem["reason"]>(["page-gone", "section-gone", "menu-without-anchor"]);

/** What a draft lacks, each once, in words that need no name of a field: the Studio has those, and marks the field itself. */
export const problemLines = (problems: Problem[], messages: PreviewMessages): string[] => [
  ...new Set(problems.map((problem) => lineOf(problem, messages))),
];

function lineOf({ document, reason }: Problem, messages: PreviewMessages): string {
  const place = messages[`preview.${document.type === "redirect" ? "page" : document.type}`];
  const kind = missing.has(reason) ? "missing" : links.has(reason) ? "link" : "other";
  return `${place}: ${messages[`preview.${kind}`]}`;
}
