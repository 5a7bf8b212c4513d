import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { createFakeApi, type FakeApi, listNumberedSubmissions } from "../../support/fake-api.ts";
import { inEveryLook, listViolations, resetLook } from "../../support/looks.ts";
import { mountSignIn } from "../../support/mount.tsx";

afterEach(resetLook);

/** Blocks the sender of the newest submission, as an administrator does in the inbox. */
async function blockNewest(api: FakeApi): Promise<void> {
  const { access_token } = await api.signIn();
  const [newest] = api.submissions;
  await api.fetch(`/api/submissions/${newest?.id}/block`, {
    method: "POST",
    headers: { Authorization: `Bearer ${access_token}` },
  });
}

test("the account lists blocked senders in every look, and unblocks one", async () => {
  const api = createFakeApi({ submissions: listNumberedSubmissions(3) });
  await blockNewest(api);
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const blocked = page.getByRole("region", { name: "Remitentes bloqueados" });
  await expect.element(blocked.getByRole("listitem")).toMatchTextContent("prueba@example.com");
  await expect.element(blocked.getByText(/3 mensajes en spam/)).toBeVisible();
  await inEveryLook(async (look, isFirst) => expect(await listViolations(!isFirst), look).toEqual([]));
  await blocked.getByRole("button", { name: "Desbloquear a prueba@example.com" }).click();
  await expect.element(page.getByText("Remitente desbloqueado", { exact: true })).toBeVisible();
  await expect.element(blocked.getByText("Nadie está bloqueado.")).toBeVisible();
  expect(api.submissions.every(({ spam }) => spam)).toBe(true);
});

test("a blocked sender without stored messages has no name and can be unblocked", async () => {
  const api = createFakeApi({ submissions: listNumberedSubmissions(1) });
  await blockNewest(api);
  api.deleteBehind("Persona 1");
  await mountSignIn({ api, language: "en", address: "/en/auth#account", isSignedIn: true });
  const blocked = page.getByRole("region", { name: "Blocked senders" });
  await blocked.getByRole("button", { name: "Unblock Sender without stored messages" }).click();
  await expect.element(blocked.getByText("No one is blocked.")).toBeVisible();
});

test("reports that blocked senders cannot be loaded, and loads them on request", async () => {
  const api = createFakeApi();
  const outage = api.fail("GET /api/blocked-senders", { code: "database_unavailable" });
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  const blocked = page.getByRole("region", { name: "Remitentes bloqueados" });
  await expect.element(blocked.getByRole("alert")).toBeVisible();
  outage.end();
  await blocked.getByRole("button", { name: "Reintentar" }).click();
  await expect.element(blocked.getByText("Nadie está bloqueado.")).toBeVisible();
});

test("a user who is not an administrator sees no blocked senders", async () => {
  const api = createFakeApi({ role: "user" });
  await mountSignIn({ api, address: "/auth#cuenta", isSignedIn: true });
  await expect.element(page.getByRole("region", { name: "Tus sesiones" })).toBeVisible();
  await expect.element(page.getByText("Remitentes bloqueados")).not.toBeInTheDocument();
  expect(api.countCalls("/api/blocked-senders")).toBe(0);
});
