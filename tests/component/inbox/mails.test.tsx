import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import "#web/app/print.css.ts";
import { recordDownloads } from "../../support/downloads.ts";
import { createFakeApi, type FakeApi, type NewSubmission } from "../../support/fake-api.ts";
import {
  expectEverythingFits,
  inEveryLook,
  listViolations,
  resetLook,
  sendToBrowser,
} from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

const id = "3f2a91bc-0000-4000-8000-000000000001";
const name = "Ricardo Salas";
const email = "ricardo@cliente.example";
const submission: NewSubmission = { id, name, email, message: "14 computadoras" };
const mail = { sender: "verified", from: email } as const;
const stranger = { sender: "other", from: "compras@otra-empresa.example" } as const;
const reply = "Sí, el jueves.\n\nEl vie, 27 nov 2026 a las 11:35, Ana escribió:\n\n> ¿Cuándo?";

const thread = page.getByRole("region", { name: /^(Conversación|Conversation)$/ });
const entry = (text: string | RegExp) => thread.getByRole("listitem").filter({ hasText: text }).first();
const showQuotes = thread.getByText(/^(Mostrar texto citado|Show quoted text)$/);
const preview = thread.getByRole("img", { name: /^(Vista previa|Preview)/ });

afterEach(async () => {
  await sendToBrowser("Emulation.setEmulatedMedia", { media: "" });
  await resetLook();
});

const createApi = () => createFakeApi({ submissions: [submission] });
async function mountOpened(api: FakeApi, language: "es" | "en" = "es") {
  await mountInbox({ api, language, address: `${language === "es" ? "/buzon" : "/en/inbox"}?m=${id}` });
  await expect.element(thread.getByText("14 computadoras")).toBeVisible();
}

/** Draws a picture, as a camera would. */
function createPicture(type = "image/png", [width, height] = [1_600, 1_200]): Promise<Blob> {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  context.fillStyle = "teal";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "orange";
  context.fillRect(width / 4, height / 4, width / 2, height / 2);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob as Blob), type));
}

test("a mail shows its author's words, and the quotation on request and on paper", async () => {
  const api = createApi();
  api.addEntry(name, { ...mail, text: reply });
  await mountOpened(api);
  const quotation = thread.getByText(/> ¿Cuándo\?/);
  await expect.element(entry("Sí, el jueves.")).toBeVisible();
  await expect.element(showQuotes).toBeVisible();
  expect(quotation.elements()).toHaveLength(1);
  await expect.element(quotation).not.toBeVisible();
  expect(await listViolations()).toEqual([]);
  await sendToBrowser("Emulation.setEmulatedMedia", { media: "print" });
  await expect.element(quotation).toBeVisible();
  await expect.element(showQuotes).not.toBeVisible();
  await sendToBrowser("Emulation.setEmulatedMedia", { media: "" });
  await showQuotes.click();
  await expect.element(quotation).toBeVisible();
});

test("a mail shows answers between quotations, and a quotation alone without a button", async () => {
  const api = createApi();
  api.addEntry(name, { ...mail, text: "> ¿Cuántas?\n\nCatorce.\n\n> ¿Cuándo?\n\nEl jueves." });
  api.addEntry(name, { ...mail, text: "> Solo una cita" });
  await mountOpened(api);
  await expect.element(showQuotes).toHaveLength(2);
  await expect.element(thread.getByText("Catorce.")).toBeVisible();
  await expect.element(thread.getByText("El jueves.")).toBeVisible();
  await expect.element(thread.getByText("> Solo una cita")).toBeVisible();
});

test("a mail shows answers between the lines of an answer that its program quotes without marks", async () => {
  const api = createApi();
  const author = { id: "00000000-0000-4000-8000-000000000009", name: "Luis" };
  api.addEntry(name, { kind: "answer", author, text: "¿Cuántas?\n¿Cuándo?", delivery: "sent" });
  const head = "De: Luis\nEnviado: viernes\nAsunto: Re: hola\n\n";
  api.addEntry(name, {
    ...mail,
    text: `Abajo.\n\n${head}¿Cuántas?\nCatorce.\n¿Cuándo?\nEl jueves.\nLuis\nGuaria`,
  });
  await mountOpened(api);
  await expect.element(showQuotes.first()).toBeVisible();
  await expect.element(thread.getByText("Catorce.")).toBeVisible();
  await expect.element(thread.getByText("El jueves.")).toBeVisible();
  await expect.element(thread.getByText(/Luis\nGuaria|Luis Guaria/)).not.toBeVisible();
});

test("a text of the customer's page is not folded", async () => {
  const api = createApi();
  api.addEntry(name, { text: reply });
  await mountOpened(api);
  await expect.element(entry(/Sí, el jueves\..*> ¿Cuándo\?/s)).toBeVisible();
  await expect.element(showQuotes).not.toBeInTheDocument();
});

test("a mail of somebody else stands under its full address with the reason, and has no links", async () => {
  const api = createApi();
  api.addEntry(name, { ...stranger, text: "Paguen aquí: https://banco.example" });
  api.addEntry(name, { sender: "other", from: email, text: "Cambiamos de cuenta" });
  api.addEntry(name, { sender: "unverified", from: email, text: "Gracias" });
  await mountOpened(api);
  await expect
    .element(entry(/^compras@otra-empresa\.exampleOtra persona.*no es de la conversación.*Paguen aquí/))
    .toBeVisible();
  await expect.element(entry("Paguen aquí").getByRole("link")).not.toBeInTheDocument();
  await expect.element(entry(/su proveedor de correo lo desmiente.*Cambiamos de cuenta/)).toBeVisible();
  await expect.element(entry(/^Ricardo Salas *remitente sin comprobar.*Gracias$/)).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test("a mail of somebody else that arrives is announced under its address", async () => {
  const api = createApi();
  const { lookNow } = await mountInbox({ api, address: `/buzon?m=${id}` });
  await expect.element(thread.getByText("14 computadoras")).toBeVisible();
  await expect.poll(() => api.countCalls(`/${id}/draft`)).toBeGreaterThan(0);
  api.addEntry(name, { ...stranger, text: "Paguen aquí" });
  lookNow();
  const announcement = page
    .getByRole("status")
    .filter({ hasText: /^compras@otra-empresa\.example escribió/ });
  await expect.element(announcement).toBeInTheDocument();
});

test("attachments show their exact name and size, and mark dangerous ones", async () => {
  const api = createApi();
  const attachments = [
    api.addFile("plano\u202egnp.exe", new Blob(["MZ"], { type: "application/octet-stream" }), 340_000),
    api.addFile("plano de la bodega (final).pdf", new Blob(["%PDF"], { type: "application/pdf" }), 2_400_000),
    api.addFile("page.HTML ", new Blob(["<b>"], { type: "text/html" }), 12),
  ];
  api.addEntry(name, { ...mail, text: "Adjunto.", attachments });
  await mountOpened(api);
  const files = thread.getByRole("list", { name: "Archivos adjuntos" }).getByRole("listitem");
  await expect.element(files).toHaveLength(3);
  const texts = files.elements().map((file) => file.textContent?.replaceAll("\u00a0", " "));
  expect(texts[0]).toMatch(/^plano.{3}\.exe340 kB.*Puede ser peligroso/);
  expect(texts[1]).toMatch(/^plano de la bodega \(final\)\.pdf2,4 MB.*Descargar/);
  expect(texts[1]).not.toContain("peligroso");
  expect(texts[2]).toMatch(/^page\.HTML 12 bytes.*Puede ser peligroso/);
  expect(await listViolations()).toEqual([]);
});

test("downloads an attachment under its exact name, and says why it cannot", async () => {
  const downloads = recordDownloads();
  const api = createApi();
  const file = api.addFile("año 2026 #1.txt", new Blob(["hola"], { type: "text/plain" }));
  api.addEntry(name, { ...mail, text: "Adjunto.", attachments: [file] });
  await mountOpened(api);
  const download = thread.getByRole("button", { name: "Descargar año 2026 #1.txt" });
  const outage = api.fail(/GET .*\/attachments\//);
  await download.click();
  await expect.element(page.getByText("No se pudo descargar año 2026 #1.txt")).toBeVisible();
  expect(downloads).toEqual([]);
  outage.end();
  await download.click();
  await expect.poll(() => downloads.map((saved) => saved.name)).toEqual(["año 2026 #1.txt"]);
  expect(await downloads[0]?.file.text()).toBe("hola");
});

test.each(["image/png", "image/jpeg", "image/webp"])("previews a picture of the type %s", async (type) => {
  const api = createApi();
  const picture = api.addFile("cámara", await createPicture(type));
  api.addEntry(name, { ...mail, text: "", attachments: [picture] });
  await mountOpened(api);
  await expect.element(preview).toHaveAttribute("data-stage", "shown");
  const { width, height } = preview.element().getBoundingClientRect();
  expect([Math.round(width), Math.round(height)]).toEqual([320, 240]);
  const corner = (preview.element() as HTMLCanvasElement).getContext("2d")?.getImageData(2, 2, 1, 1).data;
  expect(corner?.[3]).toBe(255);
  expect(corner?.[0]).toBeLessThan(30);
});

test("loads a large picture on request, and shows only the file for one that cannot be decoded", async () => {
  const api = createApi();
  const attachments = [
    api.addFile("grande.png", await createPicture(), 4_000_000),
    api.addFile("rota.png", new Blob(["no"], { type: "image/png" })),
  ];
  api.addEntry(name, { ...mail, text: "Fotos", attachments });
  await mountOpened(api);
  await expect.element(thread.getByText("rota.png").first()).toBeVisible();
  await expect.element(preview).not.toBeInTheDocument();
  expect(api.countCalls("/attachments/")).toBe(1);
  await thread.getByRole("button", { name: "Ver la imagen" }).click();
  await expect.element(preview).toHaveAttribute("data-stage", "shown");
});

test("shows the attachments of the first message", async () => {
  const api = createApi();
  const file = api.addFile("foto.txt", new Blob(["hola"], { type: "text/plain" }));
  api.conversations.attach(id, [file]);
  await mountOpened(api);
  await expect.element(thread.getByText("foto.txt").first()).toBeVisible();
});

test.each(["es", "en"] as const)(
  "mails and attachments fit and have contrast in every look, in %s",
  async (language) => {
    const api = createApi();
    api.addEntry(name, {
      ...mail,
      text: reply,
      attachments: [
        api.addFile(
          "IMG_20261127_cámara_de_la_entrada_principal_vista_nocturna.jpg",
          await createPicture("image/jpeg"),
        ),
        api.addFile("cotización.pdf", new Blob(["%PDF"], { type: "application/pdf" }), 240_000),
        api.addFile(
          "actualizar-sistema.exe",
          new Blob(["MZ"], { type: "application/octet-stream" }),
          1_200_000,
        ),
      ],
    });
    api.addEntry(name, {
      ...stranger,
      from: "compras-y-cotizaciones.region-central@otra-empresa.example",
      text: "Paguen aquí",
    });
    api.addEntry(name, { sender: "unverified", from: email, text: "Gracias" });
    await mountOpened(api, language);
    await expect.element(preview).toHaveAttribute("data-stage", "shown");
    await showQuotes.click();
    await inEveryLook(async (look) => {
      expect(await listViolations(true), look).toEqual([]);
    });
    await expectEverythingFits();
  },
);
