import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contactNotice } from "#functions/mail/templates/contact-notice.ts";
import { emptyMessage } from "../../support/contact-message.ts";
import { longAddress, longWord, toLongEmail } from "../../support/long-words.ts";
import { expectEverythingFits, resetLook } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";
import { listTooWide } from "../../support/page-checks.ts";

const sender = { name: `prueba${longWord}`.slice(0, 200), email: toLongEmail("prueba") };
const facts = { phone: "9".repeat(40), company: longWord.slice(0, 200) };
const button = (name: string) => page.getByRole("button", { name, exact: true });

/**
 * Expects that nothing is wider than its container, and that no pane scrolls sideways. Content that overflows a pane
 * widens neither the window nor a parent.
 */
async function expectInboxFits(): Promise<void> {
  await expectEverythingFits();
  const listPanes = () =>
    [...document.querySelectorAll("#main *, dialog")]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ className, scrollWidth }) => `${className}: ${scrollWidth}`);
  for (const width of [320, 360, 1280]) {
    await page.viewport(width, 740);
    await expect.poll(listPanes, { message: `at ${width} px` }).toEqual([]);
  }
  await resetLook();
}

test("messages of one long word fit the inbox, its actions and its question", async () => {
  const submissions = [longWord, longAddress].map((message) => ({
    ...sender,
    ...facts,
    message,
    service_type: "web-development" as const,
  }));
  const { rows, press } = await mountInbox({ submissions });
  await expect.element(rows()).toHaveLength(2);
  await expectInboxFits();

  await rows().first().getByRole("link").click();
  await expect.element(page.getByRole("article")).toBeVisible();
  await expectInboxFits();
  await button("Marcar como leído").click();
  await expect.element(page.getByText("Marcado como leído").first()).toBeVisible();
  await expectInboxFits();
  await button("Eliminar").first().click();
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  await expectInboxFits();
  await press("Escape");
});

test("a search for one long word fits the inbox that finds nothing", async () => {
  const { rows } = await mountInbox({ address: `/buzon?q=${"x".repeat(200)}`, count: 1 });
  await expect.element(page.getByRole("searchbox")).toHaveValue("x".repeat(200));
  await expect.element(rows()).toHaveLength(0);
  await expectInboxFits();
});

test.for([
  ["word", longWord],
  ["address", longAddress],
] as const)("the mail about a message of one long %s fits its window", async ([, message]) => {
  const { html } = await contactNotice(
    {
      ...emptyMessage,
      id: crypto.randomUUID(),
      ...sender,
      ...facts,
      message,
      language: "es",
      service: "web-development",
      source: null,
    },
    { siteOrigin: "https://vitrina.example", brand: "Guaria Digital" },
  );
  const frame = document.body.appendChild(document.createElement("iframe"));
  try {
    frame.srcdoc = html;
    frame.style.border = "0";
    frame.height = "740";
    await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    for (const width of [320, 360, 1280]) {
      frame.width = String(width);
      const mail = frame.contentDocument ?? document;
      await expect.poll(() => mail.documentElement.clientWidth).toBe(width);
      expect(listTooWide(mail), `at ${width} px`).toEqual([]);
    }
  } finally {
    frame.remove();
  }
});
