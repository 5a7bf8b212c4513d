import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import "#web/app/print.css.ts";
import { returnedMails } from "../../support/fake-api.ts";
import { sendToBrowser } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

const print = () => sendToBrowser("Emulation.setEmulatedMedia", { media: "print" });
afterEach(() => sendToBrowser("Emulation.setEmulatedMedia", { media: "" }));

/** Returns the texts that paper shows, joined. */
const getPrintedText = () =>
  (document.querySelector("main") as HTMLElement).innerText.replaceAll(/\s+/g, " ");

test("a printed list has all loaded rows with their moments, and no controls", async () => {
  const { api, rows, press } = await mountInbox({ count: 45 });
  api.setMailAlerts([returnedMails]);
  await press("x");
  await print();
  await expect.element(rows()).toHaveLength(45);
  const tops = rows()
    .elements()
    .map((row) => row.getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(45);
  const text = getPrintedText();
  expect(text).toContain("Persona 45");
  expect(text).toMatch(/\d{4}, \d+:\d\d/);
  expect(text).not.toMatch(/hace|Elige un mensaje|Protege el buzón|Todos|seleccionado/);
  await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
});

test("a printed message has its fields, and none that is empty", async () => {
  const id = "3f2a91bc-0000-4000-8000-000000000001";
  const fields = { id, name: "Ana", email: "ana@cliente.example", message: "Cámaras" };
  await mountInbox({
    address: `/buzon?m=${id}`,
    submissions: [fields, { ...fields, id: crypto.randomUUID(), name: "Persona 2" }],
  });
  await expect.element(page.getByRole("article")).toBeVisible();
  await expect.element(page.getByText(/datos sin llenar/)).toBeVisible();
  await print();
  const text = getPrintedText();
  expect(text).toContain("Ana");
  expect(text).toContain("Cámaras");
  expect(text).not.toMatch(/sin llenar|Empresa|Responder|Otros mensajes|Persona|Seleccionar/);
});

test("printed statistics have their figures, and nothing of the list", async () => {
  await mountInbox({ count: 3 });
  await page.getByRole("button", { name: "Estadísticas" }).click();
  await expect.element(page.getByText("Mensajes por día", { exact: true })).toBeVisible();
  await print();
  const text = getPrintedText();
  expect(text).toMatch(/Estadísticas 30 días .*Mensajes por día/);
  expect(text).not.toMatch(/Persona 1|90 días|Ver como tabla|Cerrar/);
  expect(page.getByRole("dialog").element().getBoundingClientRect().width).toBeGreaterThan(500);
});
