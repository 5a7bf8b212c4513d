import type { Locator } from "@playwright/test";
import { enterInbox, newMark, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

const words = {
  es: { inbox: "/buzon", remove: "Eliminar", spam: "Marcar como spam" },
  en: { inbox: "/en/inbox", remove: "Delete", spam: "Mark as spam" },
} as const;

/** The lines of a text, as it is broken on the screen. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const lines: string[] = [];
    let top = Number.NaN;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < (node.nodeValue ?? "").length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        if (Math.abs(box.top - top) < 4) lines[lines.length - 1] += range.toString();
        else lines.push(range.toString());
        top = box.top;
      }
    }
    return lines;
  });

/** How far the words of a label are from those of its value: beside each other, or above. */
const distances = (message: Locator) =>
  message.locator("dl > div").evaluateAll((fields) =>
    fields.map((field) => {
      const [label, value] = ["dt", "dd"].map((name) => {
        const range = document.createRange();
        range.selectNodeContents(field.querySelector(name) as Element);
        return range.getBoundingClientRect();
      });
      if (!label || !value) return Number.NEGATIVE_INFINITY;
      return value.top >= label.bottom - 4 ? Number.POSITIVE_INFINITY : value.left - label.right;
    }),
  );

for (const [language, word] of Object.entries(words)) {
  for (const width of [320, 360, 1280]) {
    test(`in ${language} at ${width} px an address breaks before its signs, and no label touches its value`, async ({
      page,
    }) => {
      const mark = newMark();
      const id = await seedMessages(`${mark}.solis.rodriguez.transportes`, 1);
      await enterInbox(page, `${word.inbox}?m=${id}`);
      await page.setViewportSize({ width, height: 800 });
      const message = page.getByRole("article", { name: "Persona 1" });
      const lines = await linesOf(message.locator("dd a").first());
      expect(lines.join("")).toBe(`${mark}.solis.rodriguez.transportes@example.com`);
      for (const line of lines.slice(1)) expect(line).toMatch(/^[@.]/);
      for (const distance of await distances(message)) expect(distance).toBeGreaterThanOrEqual(8);

      // What handles the message stands on lines of its own, none of it alone where there is room.
      const top = async (name: string) =>
        Math.round((await message.getByRole("button", { name, exact: true }).boundingBox())?.y ?? 0);
      if (width === 1280) expect(await top(word.remove)).toBe(await top(word.spam));
    });
  }
}
