import { expect, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { createFakeApi, listNumberedSubmissions } from "../../support/fake-api.ts";
import { sendToBrowser } from "../../support/looks.ts";
import { mountInbox } from "../../support/mount.tsx";

const address = "/buzon?q=prueba";
const offline = page.getByText("Sin conexión. Se muestra lo que ya estaba cargado.");
const oneChangeWaits = page.getByText(/ 1 cambio espera a que vuelva la conexión\.$/);
const stale = page.getByText("No se puede actualizar en este momento. Se sigue intentando.");
const markedAsRead = page.getByText("Marcado como leído", { exact: true });
const refresh = "grant_type=refresh_token";

/** Mounts the inbox with the newest of `count` messages open. */
async function mountMessage(count: number) {
  const api = createFakeApi({ submissions: listNumberedSubmissions(count) });
  const inbox = await mountInbox({ address: `${address}&m=${api.submissions[0]?.id}`, api });
  await expect.element(inbox.rows()).toHaveLength(count);
  await expect.element(page.getByRole("article", { name: "Persona 1" })).toBeVisible();
  return inbox;
}

test("sends a change again when the network returns before the change has failed without it", async () => {
  const { api, press, setOnline } = await mountMessage(1);
  const answer = Promise.withResolvers<void>();
  const loseRequest = async () => {
    await answer.promise;
    return "loseRequest" as const;
  };
  api.decide("PATCH /api/submissions", loseRequest, { times: 1 });
  setOnline(false);
  // The request is still pending: only the browser already knows that the network is down.
  api.isOffline = false;
  await expect.element(offline).toBeVisible();
  await press("u");
  await expect.poll(() => api.countCalls("PATCH")).toBe(1);
  setOnline(true);
  await expect.element(offline).not.toBeInTheDocument();
  answer.resolve();
  await expect.element(markedAsRead).toBeVisible();
  expect(api.submissions.map(({ read }) => read)).toEqual([true]);
});

test("sends a change made without a network, with an expired session, once the network is back", async () => {
  const { api, press, setOnline } = await mountMessage(1);
  const session = JSON.parse(localStorage.getItem("vitrina.session") ?? "{}");
  const expired = { ...session, expires_at: Math.round(Date.now() / 1_000) - 60 };
  localStorage.setItem("vitrina.session", JSON.stringify(expired));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  setOnline(false);
  await press("u");
  await expect.poll(() => api.countCalls(refresh)).toBeGreaterThan(0);
  await expect.element(oneChangeWaits).toBeVisible();
  // The client tries to renew the session for 30 s, then pauses for a minute.
  let attempts = 0;
  const runToLastAttempt = async () => {
    const before = attempts;
    await vi.advanceTimersByTimeAsync(31_000);
    attempts = api.countCalls(refresh);
    return attempts - before;
  };
  await expect.poll(runToLastAttempt).toBe(0);
  expect(attempts).toBeGreaterThan(1);
  vi.useRealTimers();
  setOnline(true);
  await expect.element(markedAsRead).toBeVisible();
  expect(api.submissions.map(({ read }) => read)).toEqual([true]);
});

test("removes everything at once when the edge says that the administrator is none any more", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const { api, departures } = await mountInbox({ address, count: 2 });
  const role = api.hold("GET /api/profile");
  api.withdrawRole();
  // The inbox polls every 8 s.
  await vi.advanceTimersByTimeAsync(8_000);
  await expect.element(page.getByText(/Persona|prueba/)).toHaveLength(0);
  await expect.element(page.getByRole("searchbox")).not.toBeInTheDocument();
  role.release();
  vi.runOnlyPendingTimers();
  await expect.poll(() => departures).toEqual(["/auth?next=%2Fbuzon%3Fq%3Dprueba"]);
});

/** Presses the left mouse button on an element. Returns a function that releases it at the same position. */
async function pressMouse(locator: Locator): Promise<() => Promise<unknown>> {
  await expect.element(locator).toBeVisible();
  const frame = frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 };
  const { x, y, width, height } = locator.element().getBoundingClientRect();
  const position = { x: frame.x + x + width / 2, y: frame.y + y + height / 2 };
  const send = (type: "mousePressed" | "mouseReleased") =>
    sendToBrowser("Input.dispatchMouseEvent", { type, ...position, button: "left", clickCount: 1 });
  await send("mousePressed");
  return () => send("mouseReleased");
}

test.for([
  ["the edge stops answering", "GET /api/submissions/counts", stale],
  ["a passkey is asked for", "GET /api/auth/passkeys", page.getByText(/^Protege el buzón:/)],
] as const)("keeps what the mouse is pressed on in its place when %s", async ([, call, notice]) => {
  const api = createFakeApi({ submissions: listNumberedSubmissions(3) });
  const pressed = Promise.withResolvers<void>();
  const decide = async () => {
    await pressed.promise;
    return call.includes("counts") ? ("refuse" as const) : ("pass" as const);
  };
  api.decide(call, decide);
  await mountInbox({ address, api });
  const selectLoaded = page.getByLabelText("Seleccionar los mensajes cargados");
  const release = await pressMouse(selectLoaded);
  pressed.resolve();
  await expect.element(notice).toBeVisible();
  await release();
  await expect.element(selectLoaded).toBeChecked();
});

test("keeps what it shows while the database is away, says that it may be old, and reverts a deletion", async () => {
  const { api, press, rows, lookNow } = await mountMessage(2);
  const outage = api.fail("/api/submissions/", { code: "database_unavailable" });
  await press("Delete");
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  await press("Tab");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await press("Enter");
  // The row fades out for 0.2 s. The deletion can be undone for 10 s.
  await vi.advanceTimersByTimeAsync(10_200);
  vi.useRealTimers();
  await expect.element(page.getByRole("alert").getByText("No se pudo eliminar el mensaje")).toBeVisible();
  await expect.element(rows()).toHaveLength(2);
  await expect.element(stale).toBeVisible();
  outage.end();
  lookNow();
  await expect.element(stale).not.toBeInTheDocument();
  expect(api.submissions).toHaveLength(2);
});

test.each([
  ["in this tab", () => page.getByRole("button", { name: "Cerrar sesión" }).click(), "/"],
  ["in another tab", async () => new BroadcastChannel("inbox.sign-out").postMessage(null), "/auth"],
] as const)("stores nothing of the inbox after a sign-out %s", async (_, signOut, destination) => {
  const { press, departures, location } = await mountInbox({ address, count: 3 });
  const listStored = () => Object.keys(sessionStorage).filter((key) => key.startsWith("inbox."));
  await press("j");
  await press("x");
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: false }));
  expect(listStored()).not.toEqual([]);
  await signOut();
  await expect.poll(() => departures).toEqual([destination]);
  expect([listStored(), location()]).toEqual([[], "/buzon"]);
});
