import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { markSectionInView } from "#web/app/mark-section.ts";

const names = ["uno", "dos", "tres", "cuatro", "cinco"];

test("the section menu keeps the focused link in view", async () => {
  document.body.innerHTML = `
    <nav style="position: sticky; top: 0; display: flex; width: 200px; overflow-x: auto">
      ${names.map((name) => `<a href="#${name}" style="flex: none; width: 150px">${name}</a>`).join("")}
    </nav>
    ${names.map((name) => `<section id="${name}" style="height: 1000px"></section>`).join("")}`;
  const menu = document.querySelector("nav") as HTMLElement;
  const link = (name: string) => page.getByRole("link", { name });
  markSectionInView(menu);
  scrollTo(0, 4500);
  await expect.element(link("cinco")).toHaveAttribute("aria-current", "location");
  await expect.poll(() => menu.scrollLeft).toBeGreaterThan(400);

  (link("cuatro").element() as HTMLElement).focus();
  await userEvent.keyboard("{Tab}");
  await expect.element(link("cinco")).toHaveFocus();
  const focusedScrollLeft = menu.scrollLeft;
  scrollTo(0, 0);
  await expect.element(link("uno")).toHaveAttribute("aria-current", "location");
  expect(menu.scrollLeft).toBe(focusedScrollLeft);

  (link("cinco").element() as HTMLElement).blur();
  scrollTo(0, 1000);
  await expect.element(link("dos")).toHaveAttribute("aria-current", "location");
  expect(menu.scrollLeft).toBeLessThan(focusedScrollLeft);
});
