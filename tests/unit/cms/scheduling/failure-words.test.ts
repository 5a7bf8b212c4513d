import { expect, test } from "vitest";
import type { ScheduledPublication } from "#cms/content/scheduled-publication.ts";
import { failureWords } from "#cms/scheduling/failure-words.ts";
import { compiledSchema } from "#cms/schema/index.ts";
import { sayIn } from "#cms/schema/say.ts";

type Failure = NonNullable<ScheduledPublication["failure"]>;
const words = (failure: Failure, language: "es" | "en") =>
  failureWords(failure, compiledSchema(language), sayIn(language));

test("describes a failed publication in the editor's terms, field by field", () => {
  const document = { type: "page", name: "home" } as const;
  const failure: Failure = {
    reason: "content",
    problems: [{ document, field: "title", reason: "no-text", language: "en" }],
  };
  expect(words(failure, "es").at(-1)).toBe("Título: falta el texto en inglés.");
  expect(words(failure, "en").at(-1)).toBe("Title: the text in English is missing.");
});

test.each<Failure>([{ reason: "no-draft" }, { reason: "refused", says: "transaction failed" }])(
  "describes it in both languages without internal names: $reason",
  (failure) => {
    const [spanish, english] = [words(failure, "es").join(" "), words(failure, "en").join(" ")];
    expect(spanish).not.toBe(english);
    expect(`${spanish} ${english}`).not.toMatch(/no-draft|refused|transaction|undefined/);
  },
);
