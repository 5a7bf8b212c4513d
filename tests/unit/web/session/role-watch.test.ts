import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import type { Api } from "#web/api/client.ts";
import { watchRole } from "#web/session/role-watch.ts";
import type { SessionEvent } from "#web/session/session-state.ts";

let answers: (() => Promise<unknown>)[];
let events: SessionEvent[];
const api: Api = async () => (answers.shift()?.() ?? Promise.reject(new Error("one call too many"))) as never;
const createRoleAnswer = (name: string) => async () => ({ user_id: "ana", role: name });
const failRole = async () => {
  throw new ApiError("database_unavailable", 503, { retryAfter: 5 });
};

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  events = [];
});
afterEach(() => vi.useRealTimers());

describe("the role check", () => {
  test("does not call the authentication client inside of its event", async () => {
    answers = [createRoleAnswer("admin")];
    const watch = watchRole(api, (event) => events.push(event));
    watch.follow("ana");
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual([{ type: "role_read", userId: "ana", role: "admin" }]);
    watch.close();
  });

  test("is retried after a failure and its Retry-After", async () => {
    answers = [failRole, createRoleAnswer("admin")];
    const watch = watchRole(api, (event) => events.push(event));
    watch.follow("ana");
    await vi.advanceTimersByTimeAsync(4999);
    expect(events).toEqual([{ type: "role_failed", userId: "ana" }]);
    await vi.advanceTimersByTimeAsync(1);
    expect(events.at(-1)).toEqual({ type: "role_read", userId: "ana", role: "admin" });
    watch.close();
  });

  test("sends no request without a session, and stops when closed", async () => {
    const watch = watchRole(api, (event) => events.push(event));
    watch.follow(null);
    await vi.advanceTimersByTimeAsync(60_000);
    answers = [createRoleAnswer("admin")];
    watch.follow("ana");
    watch.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toEqual([]);
    expect(answers).toHaveLength(1);
  });

  test("drops an answer for an account that has signed out meanwhile", async () => {
    let reply: (value: unknown) => void = () => {};
    answers = [() => new Promise((resolve) => (reply = resolve)), createRoleAnswer("user")];
    const watch = watchRole(api, (event) => events.push(event));
    watch.follow("ana");
    await vi.advanceTimersByTimeAsync(0);
    watch.follow("eva");
    reply({ user_id: "ana", role: "admin" });
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual([{ type: "role_read", userId: "eva", role: "user" }]);
    watch.close();
  });
});
