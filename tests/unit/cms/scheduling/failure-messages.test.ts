import { expect, test } from "vitest";
import type { ScheduledPublication } from "#cms/content/scheduled-publication.ts";
import { toFailureMessages } from "#cms/scheduling/failure-messages.ts";
import { compiledSchema } from "#cms/schema/index.ts";
import { createLabelFn } from "#cms/schema/labels.ts";

type PublicationFailure = NonNullable<ScheduledPublication["failure"]>;
const describeFailure = (failure: PublicationFailure, language: "es" | "en") =>
  toFailureMessages(failure, compiledSchema(language), createLabelFn(language));

test("describes a failed publication in the editor's terms, field by field", () => {
  const document = { type: "page", name: "home" } as const;
  const failure: PublicationFailure = {
    reason: "content",
    problems: [{ document, field: "title", reason: "no-text", language: "en" }],
  };
  expect(describeFailure(failure, "es").at(-1)).toBe("Título: falta el texto en inglés.");
  expect(describeFailure(failure, "en").at(-1)).toBe("Title: the text in English is missing.");
});

test.each<PublicationFailure>([{ reason: "no-draft" }, { reason: "refused", says: "transaction failed" }])(
  "describes it in both languages without internal names: $reason",
  (failure) => {
    const [spanish, english] = [
      describeFailure(failure, "es").join(" "),
      describeFailure(failure, "en").join(" "),
    ];
    expect(spanish).not.toBe(english);
    expect(`${spanish} ${english}`).not.toMatch(/no-draft|refused|transaction|undefined/);
  },
);
