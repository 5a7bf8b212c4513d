import { decodeJwt } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createCaller,
  createConfirmedUser,
  createEmail,
  findAccountRow,
  forgetLimits,
  goodPassword,
  readError,
  waitForMail,
} from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { bearer } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(() => forgetLimits(edge));

const otherPassword = "un río y tres volcanes";
const data = { name: "Ana Solís 🌋", address: { city: "Heredia" }, likes: ["café", null, 1.5, true] };
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
    const claims = decodeJwt(session.access_token);
    expect(claims).toMatchObject({ role: "authenticated", aal: "aal1" });
    expect(JSON.stringify(claims)).not.toMatch(/admin|metadata|aal2/);
    expect((await edge.fetch("/api/submissions", { headers: bearer(session) })).status).toBe(403);
    const profile = await edge.fetch("/api/profile", { headers: bearer(session) });
    expect(await profile.json()).toMatchObject({ role: "user" });
  });
});

describe("metadata is refused", () => {
  // `tests/unit/functions/user-metadata.test.ts` has the other reasons.
  test("above 4 kB: nothing is created, mailed or changed", async () => {
    const person = await createConfirmedUser(edge);
    await person.auth.updateUser({ data });
    const [email, newEmail] = [createEmail(), createEmail()];
    const tooLarge = { data: { a: "x".repeat(4089) } };
    const change = { email: newEmail, password: otherPassword, current_password: goodPassword, ...tooLarge };
    const answers = [
      await person.call("/signup", { email, password: goodPassword, ...tooLarge }),
      await person.call("/user", change, bearer(person.session), "PUT"),
    ];
    for (const answer of answers) {
      expect(await readError(answer)).toBe("422 validation_failed");
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
    expect(await readError(rejected)).toBe("422 validation_failed");
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
