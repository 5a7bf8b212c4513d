import type { Language } from "./site.ts";

/** The document that has a problem. Its name is that of a page, or the old address of a redirect. */
export type ProblemDocument =
  | { type: "page" | "redirect"; name: string }
  | { type: "siteSettings" | "navigation"; name?: never };

type Reason =
  | { reason: "no-document" }
  | { reason: "missing" }
  | { reason: "no-text"; language: Language }
  | { reason: "page-gone" }
  | { reason: "no-picture" }
  | { reason: "section-gone"; anchor: string }
  | { reason: "anchor-twice"; anchor: string }
  | { reason: "menu-without-anchor" }
  | { reason: "no-figure"; figure: string }
  | { reason: "no-fact"; fact: string; language: Language }
  | { reason: "other-number"; number: string }
  | { reason: "address-twice" }
  | { reason: "address-taken" }
  | { reason: "address-malformed"; language: Language };

/** A reason why the site cannot show content: the document, the path of the field in it, and the fault. */
export type Problem = { document: ProblemDocument; field: string } & Reason;

/** Returns a problem as one English line, for builds and logs. */
export function describeProblem(problem: Problem): string {
  const { document, field } = problem;
  const documentName = document.name === undefined ? document.type : `${document.type} "${document.name}"`;
  const toLine = (text: string) => `${documentName}: ${field}${text}`;
  switch (problem.reason) {
    case "no-document":
      return toLine(`there is no such ${document.type === "page" ? "page" : "document"} in the content.`);
    case "missing":
      return toLine(" is missing.");
    case "no-text":
      return toLine(` has no text in "${problem.language}".`);
    case "page-gone":
      return toLine(" leads to a page that is not there.");
    case "no-picture":
      return toLine(" shows a picture whose file cannot be read.");
    case "section-gone":
      return toLine(` leads to "#${problem.anchor}", a section that its page does not have.`);
    case "anchor-twice":
      return toLine(`: another section is called "${problem.anchor}" too.`);
    case "menu-without-anchor":
      return toLine(" is missing, but the page's menu names it.");
    case "no-figure":
      return toLine(` names the figure "${problem.figure}", which siteSettings does not have.`);
    case "no-fact":
      return toLine(` in "${problem.language}" names {${problem.fact}}, which is not a figure.`);
    case "other-number":
      return toLine(` is another number than ${problem.number}.`);
    case "address-twice":
      return toLine(
        document.type === "redirect"
          ? " is the old address of another redirect too."
          : " is the address of another page too.",
      );
    case "address-taken":
      return toLine(" is an address that the site uses.");
    case "address-malformed":
      return toLine(` in "${problem.language}" is no address of a page.`);
  }
}

/** The error for content that the site cannot show, with every problem. Its message has a line for each. */
export class ContentError extends Error {
  override name = "ContentError";
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map(describeProblem).join("\n"));
    this.problems = problems;
  }
}
