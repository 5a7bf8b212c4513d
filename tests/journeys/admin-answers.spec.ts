import { enterInbox, newMark, rowOf, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a message can be answered by mail, WhatsApp and telephone, and its sender's others are beside it", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 3);
  await enterInbox(page, `/buzon?q=${mark}`);
  await rowOf(page, "Persona 1").getByRole("link").click();
  const message = page.getByRole("article", { name: "Persona 1" });
  const reply = new URL((await message.getByRole("link", { name: "Responder" }).getAttribute("href")) ?? "");
  expect(reply.pathname).toBe(`${mark}@example.com`);
  const { settings } = JSON.parse((await page.locator("#copy").textContent()) ?? "");
  expect(reply.searchParams.get("subject")).toBe(`Re: Tu mensaje a ${settings.brandName}`);
  expect(reply.searchParams.get("body")).toContain(`> Mensaje 1 sobre ${mark}`);
  await expect(message.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    "https://wa.me/50660000000",
  );
  await expect(message.getByRole("link", { name: "Llamar" })).toHaveAttribute("href", "tel:60000000");

  await message.getByRole("button", { name: "Copiar el correo" }).click();
  await expect(page.getByText("Correo copiado")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${mark}@example.com`);

  const others = message.getByRole("region", { name: "Otros mensajes de este remitente" });
  await expect(others.getByRole("link")).toHaveCount(2);
  await others.getByRole("link", { name: `Mensaje 3 sobre ${mark}` }).click();
  await expect(page.getByRole("article", { name: "Persona 3" })).toBeVisible();
});

test("on paper there is the message alone", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 1);
  await enterInbox(page, `/buzon?q=${mark}`);
  await rowOf(page, "Persona 1").getByRole("link").click();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("article")).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("link", { name: "Responder" })).toBeHidden();
  const inked = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await inked()).toBe("light");
});
