import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { NewSubmission } from "../../support/fake-api.ts";
import { mountInbox } from "../../support/mount.tsx";

const submissions: NewSubmission[] = [
  { name: "Nueva", minutesAgo: 1 },
  { name: "Contestada", state: "waiting", minutesAgo: 2 },
  { name: "Antigua", minutesAgo: 3 },
];
const oldest = page.getByRole("button", { name: /sin responder: abrir el más antiguo/ });
const states = (api: { submissions: readonly { name: string; state: string }[] }) =>
  Object.fromEntries(api.submissions.map(({ name, state }) => [name, state]));

async function mountAt(name: string, address = "/buzon") {
  const inbox = await mountInbox({ address, submissions });
  ((await inbox.link(name).findElement()) as HTMLElement).focus();
  return inbox;
}

test("closes selected messages with E, and the undo restores the state of each", async () => {
  const { api, press, link } = await mountAt("Nueva");
  await press("x");
  ((await link("Contestada").findElement()) as HTMLElement).focus();
  await press("x");
  await press("e");
  await expect.poll(() => states(api)).toMatchObject({ Nueva: "closed", Contestada: "closed" });
  await press("z");
  await expect.poll(() => states(api)).toMatchObject({ Nueva: "unanswered", Contestada: "waiting" });
});

test("restores the state of each message after an action on all that match", async () => {
  const { api, press } = await mountAt("Nueva", "/buzon?q=@");
  const stateMenu = page.getByRole("button", { name: "Estado" });
  await page.getByLabelText("Seleccionar los mensajes cargados").click();
  await stateMenu.click();
  await page.getByRole("button", { name: "Cerrado" }).click();
  await expect.poll(() => new Set(Object.values(states(api)))).toEqual(new Set(["closed"]));
  await press("z");
  await expect.poll(() => states(api)).toMatchObject({ Nueva: "unanswered", Contestada: "waiting" });
});

test("assigns a message with A and shows it in the row, and removes the assignee with A", async () => {
  const { api, press, row } = await mountAt("Nueva");
  await press("a");
  const assignee = row("Nueva").getByText(/^Asignado a/);
  await expect.element(assignee).toBeInTheDocument();
  await expect.poll(() => api.submissions[0]?.assignee).toEqual(expect.any(String));
  await press("a");
  await expect.element(assignee).not.toBeInTheDocument();
  await expect.poll(() => api.submissions[0]?.assignee).toBe(null);
});

test("opens the oldest unanswered message with F, and by the button with their number", async () => {
  const { api, press } = await mountAt("Nueva");
  await expect.element(oldest).toHaveTextContent("2");
  await press("f");
  await expect.element(page.getByRole("heading", { name: "Antigua" })).toBeVisible();
  await press("e");
  await expect.poll(() => states(api).Antigua).toBe("closed");
  await expect.element(oldest).toHaveTextContent("1");
  await oldest.click();
  await expect.element(page.getByRole("heading", { name: "Nueva" })).toBeVisible();
});

test("a closed message leaves the list of unanswered ones, and its menu shows state and assignee", async () => {
  const { press, rows, link } = await mountAt("Nueva", "/buzon?state=unanswered");
  await expect.element(rows()).toHaveLength(2);
  await press("Enter");
  await press("e");
  await expect.element(rows()).toHaveLength(1);
  await expect.element(link("Antigua")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Estado: Cerrado" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Asignado a: Nadie" })).toBeVisible();
});

test("narrows the list to an assignee, and searches states and senders by words", async () => {
  const { press, rows, row, location } = await mountAt("Nueva");
  await press("a");
  await page.getByRole("button", { name: /^Filtros/ }).click();
  await page.getByLabelText("Asignado a").selectOptions("Yo");
  await expect.element(rows()).toHaveLength(1);
  await expect.poll(location).toBe("/buzon?assignee=me");
  await page.getByLabelText("Asignado a").selectOptions("Todos");
  await press("Escape");
  await page.getByRole("searchbox").fill("es:en-espera");
  await expect.element(rows()).toHaveLength(1);
  await expect.element(row("Contestada")).toBeVisible();
});
