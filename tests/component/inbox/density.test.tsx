import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listViolations, resetLook, resizeWindow } from "../../support/looks.ts";
import { importAgain, mountInbox } from "../../support/mount.tsx";

afterEach(resetLook);

type Inbox = Awaited<ReturnType<typeof mountInbox>>;

const getListElement = () => page.getByRole("region", { name: /^(Mensajes|Messages)$/ }).getByRole("list");
const getScroller = () => getListElement().element().parentElement?.getBoundingClientRect() as DOMRect;

/** Counts the rows that are visible from their upper to their lower edge. */
function countWholeRows({ rows }: Inbox): number {
  const list = getScroller();
  return rows()
    .elements()
    .map((row) => row.getBoundingClientRect())
    .filter(({ top, bottom }) => top >= list.top - 1 && bottom <= list.bottom + 1).length;
}

for (const [language, address, label] of [
  ["es", "/buzon", "Filas compactas"],
  ["en", "/en/inbox", "Compact rows"],
] as const) {
  test(`compact rows show fourteen messages in a window of 800 px, and the browser remembers them (${language})`, async () => {
    const inbox = await mountInbox({ language, address: `${address}?q=prueba`, count: 40 });
    await expect.element(inbox.row("Persona 1")).toBeVisible();
    const choice = page.getByRole("button", { name: label });
    await expect.element(choice).toHaveAttribute("aria-pressed", "false");
    expect(countWholeRows(inbox)).toBeLessThan(8);
    await choice.click();
    await expect.element(choice).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => countWholeRows(inbox)).toBeGreaterThanOrEqual(14);
    expect(await listViolations()).toEqual([]);
    const { density } = await importAgain<typeof import("#web/pages/inbox/density.ts")>(
      "/web/pages/inbox/density.ts",
    );
    expect(density()).toBe("compact");

    await resizeWindow(800, 800);
    await expect.element(choice).not.toBeInTheDocument();
    await expect.poll(() => countWholeRows(inbox)).toBeLessThan(8);
  });
}

test("a key changes the rows, the row at the top stays there, and End reaches the last one", async () => {
  const inbox = await mountInbox({ address: "/buzon?q=prueba", count: 120 });
  const { row, link, press, scrollList } = inbox;
  await expect.element(row("Persona 1")).toBeVisible();
  scrollList(20 * 108);
  await expect.element(row("Persona 21")).toBeInViewport();
  const getDistanceToTop = () =>
    Math.abs(row("Persona 21").element().getBoundingClientRect().top - getScroller().top);
  expect(getDistanceToTop()).toBeLessThan(2);
  await page.getByRole("heading", { level: 1 }).click();
  await press("d");
  await expect.poll(() => countWholeRows(inbox)).toBeGreaterThanOrEqual(14);
  await expect.poll(getDistanceToTop).toBeLessThan(2);
  // The last of three pages is loaded when the second one comes to its end.
  await expect
    .poll(() => {
      scrollList(1_000_000);
      return row("Persona 120").query();
    })
    .not.toBeNull();
  await press("j");
  await press("End");
  await expect.element(link("Persona 120")).toHaveFocus();
  await expect.element(row("Persona 120")).toBeInViewport({ ratio: 1 });
});
