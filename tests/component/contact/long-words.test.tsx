import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { languages } from "#cms/content/site.ts";
import { longAddress, longWord } from "../../support/long-words.ts";
import { expectEverythingFits } from "../../support/looks.ts";
import { mountContent } from "../../support/mount.tsx";

test.for(
  languages.flatMap((language) => [
    { language, kind: "word", text: longWord },
    { language, kind: "address", text: longAddress },
  ]),
)(
  "the contact form keeps its width when a long $kind is pasted into it ($language)",
  async ({ language, text }) => {
    await mountContent({ language });
    await expect.poll(() => document.querySelector("form[novalidate]")).not.toBeNull();
    const fields = document.querySelectorAll<HTMLInputElement>(
      "form :is(input:not([type=hidden], [type=date], [type=file], [name=topic_note]), textarea)",
    );
    expect(fields.length).toBeGreaterThan(4);
    for (const field of fields) await page.elementLocator(field).fill(text);
    await expectEverythingFits();
  },
);
