import { beforeEach, describe, expect, test } from "vitest";
import {
  createCaller,
  createConfirmedUser,
  createEmail,
  findAccountRow,
  forgetLimits,
  goodPassword,
  readErrorCode,
  waitForMail,
  waitForMails,
} from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { bearer } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(() => forgetLimits(edge));

const otherPassword = "un río y tres volcanes";
const data = { name: "Ana Solís 🌋", address: { city: "Heredia" }, likes: ["café", null, 1.5, true] };
const readClaims = ({ access_token }: { access_token: string }) =>
  JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString());
const getStoredMetadata = async (email: string) => (await findAccountRow(edge, email))?.user_metadata;

describe("the metadata of a user, with the unmodified client of Supabase", () => {
  test("is that of the sign-up once the mailed link was opened, in every answer about the user", async () => {
    const email = createEmail();
    const auth = createCaller(edge).client();
    const signUpResult = await auth.signUp({ email, password: goodPassword, options: { data } });
    expect([signUpResult.error, signUpResult.data.user?.user_metadata]).toEqual([null, data]);
    expect(await getStoredMetadata(email)).toEqual({});
    const { token } = await waitForMail(edge, email);
    const verifyResult = await auth.verifyOtp({ type: "signup", token_hash: token });
    const answers = [
      verifyResult,
      await auth.signInWithPassword({ email, password: goodPassword }),
      await auth.refreshSession(),
      await auth.getUser(),
    ];
    for (const { data: answer, error } of answers) {
      expect([error, answer.user?.user_metadata]).toEqual([null, data]);
    }
  });

  test("is that of the sign-up when its mail is sent again", async () => {
    const email = createEmail();
    const auth = createCaller(edge).client();
    await auth.signUp({ email, password: goodPassword, options: { data } });
    await forgetLimits(edge);
    await auth.resend({ type: "signup", email });
    const [repeatedMail] = await waitForMails(edge, email, 2);
    const verifyResult = await auth.verifyOtp({ type: "signup", token_hash: repeatedMail?.token as string });
    expect(verifyResult.data.user?.user_metadata).toEqual(data);
  });

  test("is merged by member, and null removes a member", async () => {
    const { auth, session } = await createConfirmedUser(edge);
    expect(session.user.user_metadata).toEqual({});
    const steps: [object, object][] = [
      [data, data],
      [{ address: { zip: "40101" } }, { ...data, address: { zip: "40101" } }],
      [{ name: null, likes: null, never: null }, { address: { zip: "40101" } }],
      [{}, { address: { zip: "40101" } }],
    ];
    for (const [change, expectedMetadata] of steps) {
      const { data: updated, error } = await auth.updateUser({ data: change });
      expect([error, updated.user?.user_metadata]).toEqual([null, expectedMetadata]);
      expect((await auth.getUser()).data.user?.user_metadata).toEqual(expectedMetadata);
    }
  });

  test("grants no right, and is in no token", async () => {
    const greedy = { role: "admin", is_admin: true, app_metadata: { role: "admin" }, aal: "aal2" };
    const email = createEmail();
    const caller = createCaller(edge);
    const auth = caller.client();
    await auth.signUp({ email, password: goodPassword, options: { data: greedy } });
    const { token } = await waitForMail(edge, email);
    const session = (await auth.verifyOtp({ type: "signup", token_hash: token })).data.session as {
      access_token: string;
    };
    const { data: updated } = await auth.updateUser({ data: greedy });
    expect(updated.user).toMatchObject({ role: "authenticated", user_metadata: greedy });
    expect(updated.user?.app_metadata).toEqual({ provider: "email", providers: ["email"] });
    expect(readClaims(session)).toMatchObject({ role: "authenticated", aal: "aal1" });
    expect(JSON.stringify(readClaims(session))).not.toMatch(/admin|metadata|aal2/);
    expect((await edge.fetch("/api/submissions", { headers: bearer(session) })).status).toBe(403);
    const profile = await edge.fetch("/api/profile", { headers: bearer(session) });
    expect(await profile.json()).toMatchObject({ role: "user" });
  });

  test.each([
    ["their own link", false],
    ["the attacker's link", true],
  ])(
    "of an attacker who signed up first is discarded when the owner opens %s",
    async (_, isAttackersLink) => {
      const email = createEmail();
      const insult = { name: "a stranger was here" };
      await createCaller(edge)
        .client()
        .signUp({ email, password: otherPassword, options: { data: insult } });
      await forgetLimits(edge);
      const auth = createCaller(edge).client();
      await auth.signUp({ email, password: goodPassword, options: { data } });
      const [ownMail, attackerMail] = await waitForMails(edge, email, 2);
      const { token } = (isAttackersLink ? attackerMail : ownMail) as { token: string };
      const verifyResult = await auth.verifyOtp({ type: "signup", token_hash: token });
      expect(verifyResult.data.user).toMatchObject({
        user_metadata: {},
        app_metadata: { password_needed: true },
      });
      expect(JSON.stringify(await getStoredMetadata(email))).not.toContain("stranger");
    },
  );

  test("of a sign-up is discarded when its address is already confirmed", async () => {
    const email = createEmail();
    const { call, client } = createCaller(edge);
    await call("/signup", { email, password: otherPassword });
    const auth = client();
    await auth.verifyOtp({ type: "signup", token_hash: (await waitForMail(edge, email)).token });
    await auth.updateUser({ data });
    await forgetLimits(edge);
    await call("/signup", { email, password: otherPassword, data: { name: "a stranger was here" } });
    await waitForMail(edge, email, 2);
    expect(await getStoredMetadata(email)).toEqual(data);
  });
});

test("the identity of a user is their confirmed address", async () => {
  const { auth, email, session } = await createConfirmedUser(edge);
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
    const person = await createConfirmedUser(edge);
    await person.auth.updateUser({ data });
    const email = createEmail();
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
    const newEmail = createEmail();
    const answers = [
      await send("/signup", "POST", `"email":"${email}","password":"${goodPassword}"`),
      await send(
        "/user",
        "PUT",
        `"email":"${newEmail}","password":"${otherPassword}","current_password":"${goodPassword}"`,
        bearer(person.session),
      ),
    ];
    for (const answer of answers) {
      expect([answer.status, await readErrorCode(answer)]).toEqual([422, "validation_failed"]);
    }
    expect(await findAccountRow(edge, email)).toBeUndefined();
    expect(await getStoredMetadata(person.email)).toEqual(data);
    expect((await person.client().signInWithPassword(person)).error).toBeNull();
    expect(
      await edge.database.asOwner("select from outgoing_mails where payload->>'new_email' = $1", [newEmail]),
    ).toEqual([]);
  });

  test("that would exceed 4 kB with the stored metadata, together with the rest of the call", async () => {
    const person = await createConfirmedUser(edge);
    const { call } = person;
    const update = (fields: object) => call("/user", fields, bearer(person.session), "PUT");
    const largestMetadata = { a: "x".repeat(4088) };
    expect(Buffer.byteLength(JSON.stringify(largestMetadata))).toBe(4096);
    expect((await update({ data: largestMetadata })).status).toBe(200);
    const rejected = await update({
      data: { b: 1 },
      password: otherPassword,
      current_password: goodPassword,
    });
    expect([rejected.status, await readErrorCode(rejected)]).toEqual([422, "validation_failed"]);
    expect((await person.client().signInWithPassword(person)).error).toBeNull();
    expect(await getStoredMetadata(person.email)).toEqual(largestMetadata);
    expect((await update({ data: { a: null, b: 1 } })).status).toBe(200);
    expect(await getStoredMetadata(person.email)).toEqual({ b: 1 });
  });

  test("of concurrent calls once it would exceed 4 kB", async () => {
    const person = await createConfirmedUser(edge);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        person.call("/user", { data: { [`k${index}`]: "x".repeat(1000) } }, bearer(person.session), "PUT"),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(4).fill(200),
      ...Array(4).fill(422),
    ]);
    expect(Object.keys((await getStoredMetadata(person.email)) as object)).toHaveLength(4);
  });
});
