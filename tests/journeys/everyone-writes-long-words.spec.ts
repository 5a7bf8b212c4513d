import { expect, nightly, test } from "../support/journey.ts";
import { longAddress, longWord } from "../support/long-words.ts";
import { expectEverythingFits } from "../support/overflow.ts";

test.use({ javaScriptEnabled: false });

test(
  "the contact form without JavaScript keeps its width when long words are pasted into it",
  nightly,
  async ({ page }) => {
    for (const path of ["/contacto", "/en/contact"]) {
      for (const text of [longWord, longAddress]) {
        await page.goto(path);
        await expect(page.locator("form[novalidate]")).toHaveCount(0);
        for (const field of await page
          .locator("form :is(input:not([type=hidden], [type=date]), textarea)")
          .all()) {
          await field.fill(text);
        }
        await expectEverythingFits(page);
      }
    }
  },
);
