import { describe, expect, test } from "vitest";
import { databaseFaults, startFaults } from "../support/faults.ts";
import type { ServerBehavior } from "../support/proxy.ts";
import { bearer, json } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const faults = startForSuite(startFaults);

describe("an administrator", () => {
  test("repeats a change whose answer was lost, and the change is applied once", async () => {
    const headers = bearer(await faults.edge.signIn());
    const name = `Ana ${crypto.randomUUID()}`;
    const contactAnswer = await faults.edge.fetch(
      "/api/contact",
      json({ name, email: "ana@cliente.example" }),
    );
    const { id } = (await contactAnswer.json()) as { id: string };
    const change = (init: RequestInit) => faults.edge.fetch(`/api/submissions/${id}`, init);
    const changeTwice = async (init: () => RequestInit) => {
      faults.database.set("lost");
      const firstStatus = (await change(init())).status;
      faults.database.set("fine");
      await faults.database.settled();
      return [firstStatus, (await change(init())).status];
    };
    expect(await changeTwice(() => json({ read: true }, headers, "PATCH"))).toEqual([503, 200]);
    expect(await (await change({ headers })).json()).toMatchObject({ read: true });
    expect(await changeTwice(() => ({ method: "DELETE", headers }))).toEqual([503, 404]);
  });
});

describe("a session after a lost answer", () => {
  const signOut = (session: { access_token: string }) =>
    faults.edge.fetch("/api/auth/logout?scope=local", { method: "POST", headers: bearer(session) });
  const countActiveSessions = async () =>
    (await faults.edge.database.asOwner("select from sessions where ended_at is null")).length;

  test.each<[string, ServerBehavior]>([
    ["is lost", "lost"],
    ["is cut off", "torn"],
  ])(
    "a sign-out reports an outage and has ended the session when the database's answer %s",
    async (_, weather) => {
      const session = await faults.edge.signIn(visitor);
      const countBefore = await countActiveSessions();
      faults.database.set(weather);
      expect((await signOut(session)).status).toBe(503);
      faults.database.set("fine");
      expect((await signOut(session)).status).toBe(403);
      expect(await countActiveSessions()).toBe(countBefore - 1);
    },
  );

  test.each(databaseFaults)("a wrong password signs nobody in while the database %s", async (_, weather) => {
    const countBefore = await countActiveSessions();
    const { status } = await faults.requestIn(weather, () =>
      faults.edge.fetch(
        "/api/auth/token?grant_type=password",
        json({ email: visitor.email, password: "a wrong one" }),
      ),
    );
    expect(status).toBe(503);
    expect(await countActiveSessions()).toBe(countBefore);
  });
});
