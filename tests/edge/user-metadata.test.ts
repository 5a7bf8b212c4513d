import { beforeEach, describe, expect, test } from "vitest";
import {
  accountOf,
  callerOf,
  codeOf,
  forgetLimits,
  freshEmail,
  goodPassword,
  mailsTo,
  mailTo,
  newcomer,
} from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { bearer } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(() => forgetLimits(edge));

const other = "un río y tres volcanes";
const data = { name: "Ana Solís 🌋", address: { city: "Heredia" }, likes: ["café", null, 1.5, true] };
const claimsOf = ({ access_token }: { access_token: string }) =>
  JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString());
const stored = async (email: string) => (await accountOf(edge, email))?.user_metadata;

describe("the metadata of a user, with the unmodified client of Supabase", () => {
  test("is that of the sign-up once the mailed link was opened, in every answer about the user", async () => {
    const email = freshEmail();
    const auth = callerOf(edge).client();
    const signedUp = await auth.signUp({ email, password: goodPassword, options: { data } });
    expect([signedUp.error, signedUp.data.user?.user_metadata]).toEqual([null, data]);
    expect(await stored(email)).toEqual({});
    const { token } = await mailTo(edge, email);
    const verified = await auth.verifyOtp({ type: "signup", token_hash: token });
    const answers = [
      verified,
      await auth.signInWithPassword({ email, password: goodPassword }),
      await auth.refreshSession(),
      await auth.getUser(),
    ];
    for (const { data: answer, error } of answers) {
      expect([error, answer.user?.user_metadata]).toEqual([null, data]);
    }
  });

  test("is that of the sign-up when its mail is sent again", async () => {
    const email = freshEmail();
    const auth = callerOf(edge).client();
    await auth.signUp({ email, password: goodPassword, options: { data } });
    await forgetLimits(edge);
    await auth.resend({ type: "signup", email });
    const [again] = await mailsTo(edge, email, 2);
    const verified = await auth.verifyOtp({ type: "signup", token_hash: again?.token as string });
    expect(verified.data.user?.user_metadata).toEqual(data);
  });

  test("is merged by member, and null removes a member", async () => {
    const { auth, session } = await newcomer(edge);
    expect(session.user.user_metadata).toEqual({});
    const steps: [object, object][] = [
      [data, data],
      [{ address: { zip: "40101" } }, { ...data, address: { zip: "40101" } }],
      [{ name: null, likes: null, never: null }, { address: { zip: "40101" } }],
      [{}, { address: { zip: "40101" } }],
    ];
    for (const [given, left] of steps) {
      const { data: updated, error } = await auth.updateUser({ data: given });
      expect([error, updated.user?.user_metadata]).toEqual([null, left]);
      expect((await auth.getUser()).data.user?.user_metadata).toEqual(left);
    }
  });

  test("keeps concurrent changes", async () => {
    const { auth, call, email, session } = await newcomer(edge);
    const keys = Array.from({ length: 8 }, (_, index) => `k${index}`);
    const answers = await Promise.all(
      keys.map((key) => call("/user", { data: { [key]: key } }, bearer(session), "PUT")),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await stored(email)).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
    expect((await auth.updateUser({ data: { k0: null } })).data.user?.user_metadata).not.toHaveProperty("k0");
  });

  test("grants no right, and is in no token", async () => {
    const greedy = { role: "admin", is_admin: true, app_metadata: { role: "admin" }, aal: "aal2" };
    const email = freshEmail();
    const caller = callerOf(edge);
    const auth = caller.client();
    await auth.signUp({ email, password: goodPassword, options: { data: greedy } });
    const { token } = await mailTo(edge, email);
    const session = (await auth.verifyOtp({ type: "signup", token_hash: token })).data.session as {
      access_token: string;
    };
    const { data: updated } = await auth.updateUser({ data: greedy });
    expect(updated.user).toMatchObject({ role: "authenticated", user_metadata: greedy });
    expect(updated.user?.app_metadata).toEqual({ provider: "email", providers: ["email"] });
    expect(claimsOf(session)).toMatchObject({ role: "authenticated", aal: "aal1" });
    expect(JSON.stringify(claimsOf(session))).not.toMatch(/admin|metadata|aal2/);
    expect((await edge.fetch("/api/submissions", { headers: bearer(session) })).status).toBe(403);
    const profile = await edge.fetch("/api/profile", { headers: bearer(session) });
    expect(await profile.json()).toMatchObject({ role: "user" });
  });

  test.each([
    ["their own link", false],
    ["the attacker's link", true],
  ])("of an attacker who signed up first is discarded when the owner opens %s", async (_, strangers) => {
    const email = freshEmail();
    const insult = { name: "a stranger was here" };
    await callerOf(edge)
      .client()
      .signUp({ email, password: other, options: { data: insult } });
    await forgetLimits(edge);
    const auth = callerOf(edge).client();
    await auth.signUp({ email, password: goodPassword, options: { data } });
    const [own, theirs] = await mailsTo(edge, email, 2);
    const { token } = (strangers ? theirs : own) as { token: string };
    const verified = await auth.verifyOtp({ type: "signup", token_hash: token });
    expect(verified.data.user).toMatchObject({
      user_metadata: {},
      app_metadata: { password_needed: true },
    });
    expect(JSON.stringify(await stored(email))).not.toContain("stranger");
  });

  test("of a sign-up is discarded when its address is already confirmed", async () => {
    const email = freshEmail();
    const { call, client } = callerOf(edge);
    await call("/signup", { email, password: other });
    const auth = client();
    await auth.verifyOtp({ type: "signup", token_hash: (await mailTo(edge, email)).token });
    await auth.updateUser({ data });
    await forgetLimits(edge);
    await call("/signup", { email, password: other, data: { name: "a stranger was here" } });
    await mailTo(edge, email, 2);
    expect(await stored(email)).toEqual(data);
  });
});

/** Replaces the values of an answer with their types, at every depth. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
};

test("a sign-up answer is the same for every address, with its metadata and identity", async () => {
  const pending = freshEmail();
  await callerOf(edge).call("/signup", { email: pending, password: goodPassword, data: { a: 1 } });
  const answers = [];
  for (const email of [administrator.email, pending, freshEmail()]) {
    const { call } = callerOf(edge);
    const answer = await call("/signup", { email, password: goodPassword, data });
    const user = (await answer.json()) as Record<string, unknown>;
    expect(answer.status).toBe(200);
    expect(user).toMatchObject({
      user_metadata: data,
      identities: [
        {
          id: user.id,
          user_id: user.id,
          identity_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          provider: "email",
          email,
          identity_data: { email, email_verified: false, phone_verified: false, sub: user.id },
        },
      ],
    });
    answers.push(shapeOf(user));
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test("the identity of a user is their confirmed address", async () => {
  const { auth, email, session } = await newcomer(edge);
  const { data: answer, error } = await auth.getUserIdentities();
  expect(error).toBeNull();
  expect(answer?.identities).toMatchObject([
    {
      id: session.user.id,
      user_id: session.user.id,
      provider: "email",
      identity_data: { email, email_verified: true, sub: session.user.id },
      last_sign_in_at: expect.stringMatching(/Z$/),
    },
  ]);
});

describe("metadata is refused", () => {
  test.each([
    ["that is a list", "[]"],
    ["above 4 kB", JSON.stringify({ a: "x".repeat(4089) })],
    ["with NUL", '{"a":["\\u0000"]}'],
  ])("%s: nothing is created, mailed or changed", async (_, text) => {
    const person = await newcomer(edge);
    await person.auth.updateUser({ data });
    const email = freshEmail();
    const send = (path: string, method: string, fields: string, headers = {}) =>
      edge.fetch(`/api/auth${path}`, {
        method,
        headers: {
          "Content-Type": "application/json",
          "CF-Connecting-IP": person.address,
          "X-Supabase-Api-Version": "2024-01-01",
          ...headers,
        },
        body: `{${fields},"data":${text}}`,
      });
    const next = freshEmail();
    const answers = [
      await send("/signup", "POST", `"email":"${email}","password":"${goodPassword}"`),
      await send(
        "/user",
        "PUT",
        `"email":"${next}","password":"${other}","current_password":"${goodPassword}"`,
        bearer(person.session),
      ),
    ];
    for (const answer of answers) {
      expect([answer.status, await codeOf(answer)]).toEqual([422, "validation_failed"]);
    }
    expect(await accountOf(edge, email)).toBeUndefined();
    expect(await stored(person.email)).toEqual(data);
    expect((await person.client().signInWithPassword(person)).error).toBeNull();
    expect(
      await edge.database.asOwner("select from outgoing_mails where payload->>'new_email' = $1", [next]),
    ).toEqual([]);
  });

  test("that would exceed 4 kB with the stored metadata, together with the rest of the call", async () => {
    const person = await newcomer(edge);
    const { call } = person;
    const update = (fields: object) => call("/user", fields, bearer(person.session), "PUT");
    const whole = { a: "x".repeat(4088) };
    expect(Buffer.byteLength(JSON.stringify(whole))).toBe(4096);
    expect((await update({ data: whole })).status).toBe(200);
    const more = await update({ data: { b: 1 }, password: other, current_password: goodPassword });
    expect([more.status, await codeOf(more)]).toEqual([422, "validation_failed"]);
    expect((await person.client().signInWithPassword(person)).error).toBeNull();
    expect(await stored(person.email)).toEqual(whole);
    expect((await update({ data: { a: null, b: 1 } })).status).toBe(200);
    expect(await stored(person.email)).toEqual({ b: 1 });
  });

  test("of concurrent calls once it would exceed 4 kB", async () => {
    const person = await newcomer(edge);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        person.call("/user", { data: { [`k${index}`]: "x".repeat(1000) } }, bearer(person.session), "PUT"),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(4).fill(200),
      ...Array(4).fill(422),
    ]);
    expect(Object.keys((await stored(person.email)) as object)).toHaveLength(4);
  });
});
