import { beforeEach, describe, expect, test, vi } from "vitest";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { deriveOneTimeToken } from "#functions/kernel/crypto/links.ts";
import { createAuthenticator } from "../support/authenticator.ts";
import { startSeparateDatabase } from "../support/database-process.ts";
import { startEdgeInNode } from "../support/edge-in-node.ts";
import { bearer, json, origin, type SessionResponse } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const database = startForSuite(() => startSeparateDatabase("people"));
const edge = startForSuite(() => startEdgeInNode(database));
beforeEach(() => database.asOwner("delete from attempt_limits"));

const ask = async <Answer>(path: string, body: unknown, headers?: Record<string, string>) => {
  const response = await edge.request(path, json(body, headers));
  return { status: response.status, body: (await response.json()) as Answer };
};
const signIn = async () => (await ask<SessionResponse>("/api/auth/token?grant_type=password", visitor)).body;
const refresh = ({ refresh_token }: SessionResponse) =>
  ask<SessionResponse>("/api/auth/token?grant_type=refresh_token", { refresh_token });
const getProfileStatus = async (session: SessionResponse) =>
  (await edge.request("/api/profile", { headers: bearer(session) })).status;

/** Runs `work` at an edge whose clock is `minutes` off. The clocks of the database and of other edges are right. */
async function withClockOffset<Value>(minutes: number, work: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

// The offset exceeds the lifetime of an access token.
describe.each([11, -11])("at an edge whose clock is %i minutes off", (minutes) => {
  test("a session that begins there works everywhere: another edge renews its access token", async () => {
    const session = await withClockOffset(minutes, signIn);
    expect(await getProfileStatus(session)).toBe(401);
    const renewed = await refresh(session);
    expect(renewed.status).toBe(200);
    expect(await getProfileStatus(renewed.body)).toBe(200);
    expect(await withClockOffset(minutes, () => refresh(renewed.body))).toMatchObject({ status: 200 });
    const sessions = await database.asOwner("select from sessions where ended_at is null");
    expect(sessions).toHaveLength(1);
    await database.asOwner("delete from sessions");
  });

  test("an access token is rejected there, and other edges accept it for ten minutes", async () => {
    const session = await signIn();
    const getStatusAt = (offsetMinutes: number) =>
      withClockOffset(offsetMinutes, () => getProfileStatus(session));
    expect(await withClockOffset(minutes, () => getProfileStatus(session))).toBe(401);
    expect([await getStatusAt(0), await getStatusAt(9), await getStatusAt(11)]).toEqual([200, 200, 401]);
    await database.asOwner("delete from sessions");
  });

  test("a mailed link and code stay valid for as long as the mail states", async () => {
    const { email } = visitor;
    await withClockOffset(minutes, () => ask("/api/auth/recover", { email }));
    const [{ payload } = {}] = await database.asOwner(
      "select payload from outgoing_mails where kind = 'recover' order by created_at desc limit 1",
    );
    const { token_id, kid } = payload as { token_id: string; kid: string };
    const key = (await parseSigningKeys(edge.bindings.AUTH_KEYS)).find(kid);
    const { code } = await deriveOneTimeToken(key?.oneTimeSecret as CryptoKey, token_id);
    const verifyAnswer = await ask("/api/auth/verify", { type: "recovery", email, token: code });
    expect(verifyAnswer.status).toBe(200);
    await database.asOwner("delete from sessions");
  });

  test("a message is stored once, at the time of the database", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const message = { name: `Reloj ${minutes}`, email: "ana@cliente.example" };
    const send = () => ask<{ id: string }>("/api/contact", message, key);
    const firstAnswer = await withClockOffset(minutes, send);
    expect(firstAnswer.status).toBe(201);
    expect((await send()).body).toEqual(firstAnswer.body);
    const storedRows = await database.asOwner(
      "select now() - created_at < interval '1 minute' and created_at <= now() as now from contact_submissions where name = $1",
      [message.name],
    );
    expect(storedRows).toEqual([{ now: true }]);
  });

  test("a passkey signs in there, and immediately afterwards at other edges", async () => {
    const session = await signIn();
    const authenticator = createAuthenticator(origin);
    const runCeremony = async (
      path: "registration" | "authentication",
      answer: (options: never) => object,
      { headers, ...optionsBody }: { current_password?: string; headers?: Record<string, string> } = {},
    ) => {
      const { body } = await ask<{ challenge_id: string; options: never }>(
        `/api/auth/passkeys/${path}/options`,
        optionsBody,
        headers,
      );
      const { challenge_id, options } = body;
      const verification = { challenge_id, credential: answer(options) };
      return (await ask(`/api/auth/passkeys/${path}/verify`, verification, headers)).status;
    };
    const signInByPasskey = () => runCeremony("authentication", (options) => authenticator.get(options));
    expect(
      await runCeremony("registration", (options) => authenticator.create(options), {
        current_password: visitor.password,
        headers: bearer(session),
      }),
    ).toBe(200);
    expect(await withClockOffset(minutes, signInByPasskey)).toBe(200);
    expect(await signInByPasskey()).toBe(200);
    await database.asOwner("delete from sessions");
    await database.asOwner("delete from passkeys");
  });
});
