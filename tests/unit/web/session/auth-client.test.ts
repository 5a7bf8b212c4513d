import type { Session, User } from "@supabase/auth-js";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import type { SessionResponse, UserResponse } from "#functions/contract/answers.schema.ts";
import { createTransport } from "#web/session/auth-client.ts";

const stubAnswer = (body: BodyInit | null, init?: ResponseInit) =>
  vi.stubGlobal("fetch", async () => new Response(body, init));

afterEach(() => vi.unstubAllGlobals());

describe("the transport of the authentication client", () => {
  test("drops the server's clock from a session, and nothing else", async () => {
    const session = { access_token: "a", expires_in: 600, refresh_token: "r", user: { id: "ana" } };
    stubAnswer(JSON.stringify({ ...session, expires_at: 1_700_000_000 }));
    const answer = await createTransport().fetch("/api/auth/token", { method: "POST" });
    expect(await answer.json()).toEqual(session);
  });

  test("does not change error answers, empty answers and invalid JSON", async () => {
    stubAnswer('{"expires_at":1}', { status: 400 });
    expect(await (await createTransport().fetch("/", { method: "POST" })).text()).toBe('{"expires_at":1}');
    stubAnswer(null, { status: 204 });
    expect((await createTransport().fetch("/", { method: "POST" })).status).toBe(204);
    stubAnswer("no JSON");
    expect(await (await createTransport().fetch("/", { method: "POST" })).text()).toBe("no JSON");
  });

  test("stores the Retry-After of a rate-limited answer", async () => {
    const transport = createTransport();
    expect(transport.retryAfter()).toBeNull();
    stubAnswer("{}", { status: 429, headers: { "Retry-After": "90" } });
    await transport.fetch("/", { method: "POST" });
    expect(transport.retryAfter()).toBe(90);
    stubAnswer("{}", { status: 429 });
    await transport.fetch("/", { method: "POST" });
    expect(transport.retryAfter()).toBeNull();
  });
});

test("answers of the edge about accounts have the names that the Supabase Auth client reads", () => {
  expectTypeOf<keyof UserResponse>().toExtend<keyof User>();
  expectTypeOf<keyof Required<UserResponse>["identities"][number]>().toExtend<
    keyof NonNullable<User["identities"]>[number] | "email"
  >();
  expectTypeOf<keyof SessionResponse>().toExtend<keyof Session>();
});
