import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listViolations, resetLook, resizeWindow } from "../../support/looks.ts";
import { importAgain, mountInbox } from "../../support/mount.tsx";

afterEach(resetLook);

const getListElement = () => page.getByRole("region", { name: /^(Mensajes|Messages)$/ }).getByRole("list");
const getScrollerBox = () => getListElement().element().parentElement?.getBoundingClientRect() as DOMRect;
type CompactInbox = Awaited<ReturnType<typeof mountInbox>>;
const getRowHeight = ({ rows }: CompactInbox) => rows().first().element().getBoundingClientRect().height;

test("compact rows have two lines instead of three, and the browser remembers them", async () => {
  const inbox = await mountInbox({ address: "/buzon?q=prueba", count: 40 });
  await expect.element(inbox.row("Persona 1")).toBeVisible();
  const choice = page.getByRole("button", { name: "Filas compactas" });
  await expect.element(choice).toHaveAttribute("aria-pressed", "false");
  expect(getRowHeight(inbox)).toBe(76);
  await choice.click();
  await expect.element(choice).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => getRowHeight(inbox)).toBe(37);
  expect(await listViolations()).toEqual([]);
  const { getDensity } = await importAgain<typeof import("#web/pages/inbox/shared/layout.ts")>(
    "/web/pages/inbox/shared/layout.ts",
  );
  expect(getDensity()).toBe("compact");

  await resizeWindow(800, 800);
  await expect.element(choice).not.toBeInTheDocument();
  await expect.poll(() => getRowHeight(inbox)).toBe(76);
});

test("a key changes the rows, the row at the top stays there, and End reaches the last one", async () => {
  const inbox = await mountInbox({ address: "/buzon?q=prueba", count: 120 });
  const { row, link, press, scrollList } = inbox;
  await expect.element(row("Persona 1")).toBeVisible();
  scrollList(20 * 76);
  await expect.element(row("Persona 21")).toBeInViewport();
  const getDistanceToTop = () =>
    Math.abs(row("Persona 21").element().getBoundingClientRect().top - getScrollerBox().top);
  expect(getDistanceToTop()).toBeLessThan(2);
  await press("d");
  await expect.poll(() => getRowHeight(inbox)).toBe(37);
  await expect.poll(getDistanceToTop).toBeLessThan(2);
  // The list loads its third page when the end of the second is near.
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
