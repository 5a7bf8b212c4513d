import { enterInbox, newMark, rowOf, rowsOf, scrollUntil, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test("a search finds a message without its capitals, and the address keeps it", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 1);
  await seedMessages(newMark(), 2);
  const words = `MENSAJE SOBRE ${mark.toUpperCase()}`;
  await enterInbox(page, "/buzon");
  await page.getByRole("searchbox").fill(words);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=MENSAJE/);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole("searchbox")).toHaveValue(words);
});

test("words find the message that has them all, in its company too, and a number finds it however it is written", async ({
  page,
  request,
  baseURL,
}) => {
  const mark = newMark();
  const number = String(80_000_000 + (Number.parseInt(mark.slice(1), 16) % 9_999_999));
  const [head, tail] = [number.slice(0, 4), number.slice(4)];
  for (const [name, company, phone] of [
    ["Inés Ruiz", "Óptica Heredia", `+506 ${head}-${tail}`],
    ["Luis Mora", "Óptica Cartago", undefined],
  ]) {
    const data = { name, company, phone, email: "a@cliente.example", message: `Quiero seis cámaras ${mark}` };
    expect((await request.post(`${baseURL}/api/contact`, { data })).status()).toBe(201);
  }
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(2);
  const search = page.getByRole("searchbox");
  for (const words of [`camaras HEREDIA ${mark}`, `${head} ${tail}`, number, `${mark} ${head}-${tail}`]) {
    await search.fill(mark);
    await expect(rowsOf(page)).toHaveCount(2);
    await search.fill(words);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowOf(page, "Inés Ruiz")).toBeVisible();
  }
  await search.fill(`camaras noexiste ${mark}`);
  await expect(page.getByRole("heading", { name: /^Nada coincide/ })).toBeVisible();
});

test("nothing found says so and leads back to all messages", async ({ page }) => {
  await enterInbox(page, "/buzon?q=no-hay-tal-cosa");
  await expect(page.getByRole("heading", { name: "Nada coincide con “no-hay-tal-cosa”" })).toBeVisible();
  await page.getByRole("button", { name: "Ver todos los mensajes" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(page).toHaveURL(/\/buzon$/);
});

test("hundreds of messages are scrolled through while few rows are in the document, and a reload stays there", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 260);
  await enterInbox(page, `/buzon?q=${mark}`);
  const list = page.getByRole("region", { name: "Mensajes" });
  await expect(list.getByText("Persona 1", { exact: true })).toBeVisible();
  const last = rowOf(page, "Persona 260");
  await scrollUntil(page, last);
  await expect(last).toHaveAttribute("aria-posinset", "260");
  await expect(last).toHaveAttribute("aria-setsize", "260");
  expect(await rowsOf(page).count()).toBeLessThan(40);
  await page.getByLabel("Seleccionar el mensaje de Persona 258").check();
  await page.reload();
  await expect(last).toBeInViewport();
  await expect(page.getByLabel("Seleccionar el mensaje de Persona 258")).toBeChecked();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
});

test("a reload comes back to where one was among thousands", async ({ page }) => {
  const mark = newMark();
  await seedMessages(mark, 2_600);
  await enterInbox(page, `/buzon?q=${mark}`);
  const list = page.getByRole("region", { name: "Mensajes" });
  await expect(list.getByText("Persona 1", { exact: true })).toBeVisible();
  const last = rowOf(page, "Persona 2600");
  await scrollUntil(page, last);
  await page.reload();
  await expect(last).toBeInViewport({ timeout: 60_000 });
});

test("another filter and back leads to where one was, with what was selected and what waited", async ({
  page,
  request,
  baseURL,
}) => {
  const mark = newMark();
  await seedMessages(mark, 120);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowOf(page, "Persona 1")).toBeVisible();
  const scroller = page.getByRole("region", { name: "Mensajes", exact: true }).locator("ul").locator("..");
  const top = () => scroller.evaluate((element) => element.scrollTop);
  const filter = async (name: RegExp) => {
    await page.getByRole("radio", { name }).check();
    await expect(rowsOf(page).first()).toBeVisible();
  };
  await filter(/^No leídos/);
  await expect(page.locator("ul[aria-busy=true]")).toHaveCount(0);
  await filter(/^Todos/);
  await scroller.evaluate((element) => element.scrollTo({ top: 4_000 }));
  const selected = page.getByLabel("Seleccionar el mensaje de Persona 40");
  await selected.check();
  const before = await top();
  await request.post(`${baseURL}/api/contact`, {
    data: { name: "Recién llegada", email: "nueva@example.com", message: `Sobre ${mark}` },
  });
  const pill = page.getByRole("button", { name: "1 nuevo", exact: true });
  await expect(pill).toBeVisible({ timeout: 60_000 });
  await filter(/^No leídos/);
  await expect(rowOf(page, "Recién llegada")).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  expect(await top()).toBe(0);
  await filter(/^Todos/);
  await expect(selected).toBeChecked();
  await expect.poll(top).toBe(before);
  await expect(pill).toBeVisible();
  await pill.click();
  await expect(rowOf(page, "Recién llegada")).toHaveCount(1);
  await expect(rowOf(page, "Recién llegada")).toBeInViewport();
});

test("a message that is far down the list opens at its address, and the next one is the list's first", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 400);
  const old = await seedMessages(`${mark}z`, 1, 5_000);
  await enterInbox(page, `/buzon?q=${mark}&m=${old}`);
  await expect(page.getByRole("article").getByText(`Mensaje 1 sobre ${mark}z`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Mensaje anterior" })).toBeDisabled();
  await page.getByRole("button", { name: "Mensaje siguiente" }).click();
  await expect(page.getByRole("article").getByText(`Mensaje 1 sobre ${mark}`, { exact: true })).toBeVisible();
});

test("a message has an address, which back and forward follow", async ({ page }) => {
  const mark = newMark();
  const id = await seedMessages(mark, 3);
  await enterInbox(page, `/buzon?q=${mark}`);
  const heading = (name: string) => page.getByRole("heading", { level: 2, name, exact: true });
  await rowOf(page, "Persona 1").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`m=${id}`));
  await expect(heading("Persona 1")).toBeFocused();
  await rowOf(page, "Persona 3").getByRole("link").click();
  await expect(heading("Persona 3")).toBeVisible();
  await page.goBack();
  await expect(heading("Persona 1")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Elige un mensaje para leerlo" })).toBeVisible();
  await page.goForward();
  await expect(heading("Persona 1")).toBeVisible();
});

test.describe("a message that is gone", () => {
  test.use({ expectedErrors: /404/ });

  test("says so at its address", async ({ page }) => {
    await enterInbox(page, "/buzon?m=00000000-0000-4000-8000-000000000000");
    await expect(page.getByRole("heading", { name: "Este mensaje ya no existe" })).toBeVisible();
    await page.getByRole("button", { name: "Volver a los mensajes" }).click();
    await expect(page).toHaveURL(/\/buzon$/);
  });
});
