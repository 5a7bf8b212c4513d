import { expect, nightly, test } from "../support/journey.ts";
import { listCutOff, listSmallTargets } from "../support/page-checks.ts";
import { publicAddresses } from "../support/public-addresses.ts";

test.use({ expectedErrors: /404/ });

test("enlarged to 400 % nothing is cut, and nothing has to be scrolled sideways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const address of publicAddresses) {
    await page.goto(address);
    expect(await page.evaluate(listCutOff), address).toEqual([0]);
  }
});

test("nothing moves when the system asks for reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const movingCount = await page.evaluate(
    () =>
      [...document.querySelectorAll("*")]
        .map((element) => getComputedStyle(element))
        .filter(
          ({ animationName, transitionDuration, scrollBehavior }) =>
            animationName !== "none" ||
            !/^0s(, 0s)*$/.test(transitionDuration) ||
            scrollBehavior === "smooth",
        ).length,
  );
  expect(movingCount).toBe(0);
});

for (const address of ["/", "/marketing-digital", "/contacto"]) {
  for (const width of [360, 1280]) {
    const details = (address === "/contacto") === (width === 360) ? {} : nightly;
    test(
      `the focus is always visible, forwards and backwards (${address}, ${width} px)`,
      details,
      async ({ page }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 700 });
        await page.goto(address);
        for (const key of ["Tab", "Shift+Tab"]) {
          const seenElements = new Set<string>();
          // The end of the page is where the focus leaves the document.
          for (let steps = 0; steps < 200; steps++) {
            await page.keyboard.press(key);
            const focusState = await page.evaluate(() => {
              const element = document.activeElement;
              if (!element || element === document.body) return null;
              const { width, height } = element.getBoundingClientRect();
              // A link can fill several lines, and a large field can be partly visible.
              const boxes = [...element.getClientRects()];
              const isSeen = boxes.some((box) =>
                [0.1, 0.5, 0.9].some((part) => {
                  const onTop = document.elementFromPoint(
                    box.left + box.width / 2,
                    box.top + box.height * part,
                  );
                  return onTop !== null && (element.contains(onTop) || onTop.contains(element));
                }),
              );
              // A card's link shows its focus around the card.
              const isMarked = [null, "::before", "::after"].some((part) => {
                const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
                return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
              });
              const markup = element.outerHTML.slice(0, 100);
              return { what: markup, large: width >= 1 && height >= 1, seen: isSeen, marked: isMarked };
            });
            if (focusState === null) break;
            expect(focusState, `${key}: ${focusState.what}`).toMatchObject({
              large: true,
              seen: true,
              marked: true,
            });
            seenElements.add(focusState.what);
          }
          expect(seenElements.size).toBeGreaterThan(10);
        }
      },
    );
  }
}

test("the first Tab reaches the link that skips to the content", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Saltar al contenido" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the keyboard opens the services, walks through them, and leaves them closed behind", async ({
  page,
}) => {
  await page.goto("/");
  const banner = page.getByRole("banner");
  const button = banner.getByRole("button", { name: "Servicios" });
  const services = banner.locator("#menu-services");
  await button.focus();
  await page.keyboard.press("Enter");
  for (const link of await services.getByRole("link").all()) {
    await page.keyboard.press("Tab");
    await expect(link).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(banner.getByRole("link", { name: "Contacto" }).first()).toBeFocused();
  await expect(services).toBeHidden();

  await page.keyboard.press("Shift+Tab");
  await expect(button).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(services.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(services).toBeHidden();
  await expect(button).toBeFocused();
});

test("touch targets are at least 44 px high, except links within a sentence", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of publicAddresses) {
    await page.goto(address);
    expect(await page.evaluate(listSmallTargets), address).toEqual([]);
  }
});
