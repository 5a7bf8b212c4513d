import { expect, test, vi } from "vitest";
import { message, mountContact, postContact } from "../../support/contact-page.ts";
import { importAgain } from "../../support/mount.tsx";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const createRejection = () =>
  Response.json(
    { code: "invalid_fields", request_id: "1", errors: [{ field: "email", code: "invalid_email" }] },
    { status: 422 },
  );

test("a message waits as long as the edge asks, and is then sent once", async () => {
  const { api, send, fill, getStatus, toast, text, control, countTries, listKeys } = await mountContact({
    stopsTimers: true,
  });
  api.fail(postContact, { code: "database_unavailable", retryAfterSeconds: 20, times: 1 });
  await send();
  await expect.element(getStatus(text.later)).toBeVisible();
  const links = getStatus(text.later).getByRole("link");
  await expect.element(links.nth(0)).toHaveAttribute("href", expect.stringMatching(/^mailto:/));
  await expect.element(links.nth(1)).toHaveAttribute("href", expect.stringMatching(/^https:\/\/wa\.me\//));
  // The visitor can write another message meanwhile.
  await fill({ message: "Otra cosa." });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(countTries()).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(toast(text.sentLater)).toBeVisible();
  expect(api.submissions).toHaveLength(1);
  const [key] = listKeys();
  expect(listKeys()).toEqual([key, key]);
  await expect.element(control("message")).toHaveValue("Otra cosa.");
});

test("a message is sent when the connection is back, although an attempt was under way", async () => {
  const { api, send, toast, text, countTries } = await mountContact({ stopsTimers: true });
  const answer = Promise.withResolvers<Response>();
  api.replace(postContact, () => answer.promise, { times: 1 });
  await send();
  await expect.poll(countTries).toBe(1);
  dispatchEvent(new Event("online"));
  const problem = { code: "database_unavailable", request_id: "1" };
  answer.resolve(Response.json(problem, { status: 503, headers: { "Retry-After": "600" } }));
  await expect.element(toast(text.sentLater)).toBeVisible();
  expect(api.submissions).toHaveLength(1);
});

test("the sign-in page of a network does not count as a confirmation", async () => {
  const { api, send, getStatus, toast, button, text } = await mountContact();
  const headers = { "Content-Type": "text/html" };
  api.replace(postContact, () => new Response("<h1>Wi-Fi</h1>", { headers }), { times: 1 });
  await send();
  await expect.element(getStatus(text.later)).toBeVisible();
  await expect.element(toast(text.sent)).not.toBeInTheDocument();
  await button(text.sendNow).click();
  await expect.element(toast(text.sentLater)).toBeVisible();
  expect(api.submissions).toHaveLength(1);
});

test("a waiting message that is taken back into the form is not sent until the visitor sends it again", async () => {
  const { api, send, fill, getStatus, toast, button, text, control, countTries, reload, submit } =
    await mountContact();
  const outage = api.dropRequest(postContact);
  await send();
  await expect.element(getStatus(text.later)).toBeVisible();
  await fill({ message: "Y un reloj." });
  await button(text.keepEditing).click();
  await expect.element(getStatus(text.later)).not.toBeInTheDocument();
  await expect.element(control("message")).toHaveFocus();
  await expect.element(control("message")).toHaveValue("Cuatro cámaras.\n\nY un reloj.");
  outage.end();
  const triesBefore = countTries();
  dispatchEvent(new Event("online"));
  await reload();
  await importAgain("/web/app/form-draft.ts");
  await expect.element(control("name")).toHaveValue(message.name);
  await expect.element(control("message")).toHaveValue("Cuatro cámaras.\n\nY un reloj.");
  expect(countTries()).toBe(triesBefore);
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
  expect(api.submissions).toHaveLength(1);
});

test("a waiting message that the edge rejects returns to the form beside the reason", async () => {
  const { api, send, getStatus, toast, button, text, control, submit, listKeys } = await mountContact();
  const outage = api.dropRequest(postContact);
  await send();
  await expect.element(getStatus(text.later)).toBeVisible();
  outage.end();
  const rejection = api.replace(postContact, createRejection);
  await button(text.sendNow).click();
  await expect.element(control("email")).toHaveAttribute("aria-invalid", "true");
  await expect.element(control("name")).toHaveValue(message.name);
  await expect.poll(() => localStorage.getItem("contact-waits")).toBeNull();
  rejection.end();
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
  expect(api.submissions).toHaveLength(1);
  // The message has a new key, because an edge that rejected a key would reject it again.
  expect(listKeys().at(-1)).not.toBe(listKeys()[0]);
});

test("a message that waited for a day returns to the form and is not sent anymore", async () => {
  const { api, send, getStatus, toast, text, control, alert, submit } = await mountContact({
    stopsTimers: true,
  });
  const outage = api.dropRequest(postContact);
  await send();
  await expect.element(getStatus(text.later)).toBeVisible();
  outage.end();
  vi.setSystemTime(Date.now() + dayMs + 1_000);
  await vi.advanceTimersByTimeAsync(5 * minuteMs);
  await expect.element(alert).toMatchTextContent("Tu mensaje no se pudo enviar en 24 horas.");
  await expect.element(control("name")).toHaveValue(message.name);
  await expect.element(control("message")).toHaveValue(message.message);
  expect(api.submissions).toEqual([]);
  await submit();
  await expect.element(toast(text.sent)).toBeVisible();
  expect(api.submissions).toHaveLength(1);
});
