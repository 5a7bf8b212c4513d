import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { sendWaitingMessages } from "#web/app/waiting-toasts.tsx";
import { loadMessages } from "#web/language/load-messages.ts";
import { message, mountContact, postContact } from "../../support/contact-page.ts";
import { mountContent } from "../../support/mount.tsx";

// Toasts of another page about waiting messages stay in the document, so this file has one test.
test("another page says that a waiting message was rejected, and leads to the form that holds it", async () => {
  const { api, send, getStatus, text } = await mountContact();
  const outage = api.dropRequest(postContact);
  await send();
  await expect.element(getStatus(text.later)).toBeVisible();
  outage.end();
  const errors = [{ field: "email", code: "invalid_email" }];
  const body = { code: "invalid_fields", request_id: "1", errors };
  api.replace(postContact, () => Response.json(body, { status: 422 }));

  const privacy = await mountContent({ name: "privacy", api });
  vi.setSystemTime(Date.now() + 5 * 60_000);
  sendWaitingMessages("es", await loadMessages("es", false));
  await expect.element(page.getByRole("alert")).toMatchTextContent("Tu mensaje no se pudo enviar");
  await page.getByRole("link", { name: "Ver el mensaje" }).click();
  await expect.poll(() => privacy.departures).toEqual(["/contacto"]);

  const { control } = await mountContact({ api });
  await expect.element(control("name")).toHaveValue(message.name);
  await expect.element(control("email")).toHaveAttribute("aria-invalid", "true");
  await expect.poll(() => localStorage.getItem("contact-waits")).toBeNull();
  expect(api.submissions).toEqual([]);
});
