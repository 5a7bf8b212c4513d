import type { GoTrueClient } from "@supabase/auth-js";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
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
import { startForSuite } from "../support/suite.ts";

type UserWithAccount = Awaited<ReturnType<typeof createConfirmedUser>>;
type FailedResult = { error: { status?: number | undefined; code?: string | undefined } | null };

const edge = startForSuite(startEdge);
let person: UserWithAccount;
beforeAll(async () => {
  person = await createConfirmedUser(edge);
});
beforeEach(() => forgetLimits(edge));

const phone = "+50600000000";
const password = "un río y tres volcanes";
const id = "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a11";

describe("features of the Supabase client that are not offered are rejected with a code that it knows", () => {
  const noAnonymousUsers = { status: 422, code: "anonymous_provider_disabled" };
  const noPhones = { status: 422, code: "phone_provider_disabled" };
  const noProviders = { status: 400, code: "provider_disabled" };
  const noSaml = { status: 404, code: "saml_provider_disabled" };
  const noLinking = { status: 404, code: "manual_linking_disabled" };
  const token = "a.b.c";
  const signature = new Uint8Array(64);

  test.each<[string, (auth: GoTrueClient) => Promise<FailedResult>, object]>([
    ["an anonymous user", (auth) => auth.signInAnonymously(), noAnonymousUsers],
    [
      "one with metadata",
      (auth) => auth.signInAnonymously({ options: { data: { a: 1 } } }),
      noAnonymousUsers,
    ],
    ["a code by phone", (auth) => auth.signInWithOtp({ phone }), noPhones],
    ["a sign-up by phone", (auth) => auth.signUp({ phone, password }), noPhones],
    ["a sign-in by phone", (auth) => auth.signInWithPassword({ phone, password }), noPhones],
    ["a phone's code", (auth) => auth.verifyOtp({ phone, token, type: "sms" }), noPhones],
    ["a new phone's code", (auth) => auth.verifyOtp({ phone, token, type: "phone_change" }), noPhones],
    ["a phone's code again", (auth) => auth.resend({ phone, type: "sms" }), noPhones],
    ["a phone", (auth) => auth.updateUser({ phone }), noPhones],
    [
      "another provider's token",
      (auth) => auth.signInWithIdToken({ provider: "google", token }),
      noProviders,
    ],
    ["a wallet", (auth) => auth.signInWithWeb3({ chain: "solana", message: "x", signature }), noProviders],
    ["SSO", (auth) => auth.signInWithSSO({ domain: "guaria.example" }), noSaml],
    ["another identity", (auth) => auth.linkIdentity({ provider: "google" }), noLinking],
    ["another identity's token", (auth) => auth.linkIdentity({ provider: "google", token }), noProviders],
    [
      "a phone as a factor",
      (auth) => auth.mfa.enroll({ factorType: "phone", phone }),
      { status: 422, code: "mfa_phone_enroll_not_enabled" },
    ],
    [
      "a key as a factor",
      (auth) => auth.mfa.enroll({ factorType: "webauthn" }),
      { status: 422, code: "mfa_webauthn_enroll_not_enabled" },
    ],
  ])("%s", async (_, ask, rejection) => {
    const auth = person.client();
    await auth.setSession(person.session);
    const count = () =>
      edge.database.asOwner("select count(*) from accounts union all select count(*) from outgoing_mails");
    const countsBefore = await count();
    const { error } = await ask(auth);
    expect(error).toMatchObject(rejection);
    expect(await count()).toEqual(countsBefore);
  });
});

describe("PKCE, which is not offered, is rejected before anything is stored or mailed", () => {
  const pkceError = { status: 422, code: "validation_failed", message: expect.stringContaining("PKCE") };

  test("at a sign-up", async () => {
    const email = createEmail();
    const { error } = await createCaller(edge).client("pkce").signUp({ email, password: goodPassword });
    expect(error).toMatchObject(pkceError);
    expect(await findAccountRow(edge, email)).toBeUndefined();
    expect(
      await edge.database.asOwner("select from outgoing_mails where payload->>'to' = $1", [email]),
    ).toEqual([]);
    expect((await createCaller(edge).client().signUp({ email, password: goodPassword })).error).toBeNull();
    await waitForMail(edge, email);
  });

  test("at a recovery, a resent mail, a change of address and a code", async () => {
    const owner = await createConfirmedUser(edge);
    const unconfirmedEmail = createEmail();
    await createCaller(edge).call("/signup", { email: unconfirmedEmail, password: goodPassword });
    await forgetLimits(edge);
    const auth = owner.client("pkce");
    await auth.setSession(owner.session);
    const listMails = async () =>
      edge.database.asOwner("select id from outgoing_mails union all select null from one_time_tokens");
    const mailsBefore = await listMails();
    const answers: FailedResult[] = [
      await auth.resetPasswordForEmail(owner.email),
      await auth.resend({ type: "signup", email: unconfirmedEmail }),
      await auth.updateUser({ email: createEmail(), data: { a: 1 } }),
    ];
    for (const { error } of answers) expect(error).toMatchObject(pkceError);
    expect(await listMails()).toEqual(mailsBefore);
    expect((await auth.getUser()).data.user).toMatchObject({ email: owner.email, user_metadata: {} });
    const code = await owner.call("/token?grant_type=pkce", { auth_code: id, code_verifier: "x" });
    expect(await readError(code)).toBe("404 flow_state_not_found");
  });

  test("but not for calls without a code: signing in, a new name, a mailed link", async () => {
    const owner = await createConfirmedUser(edge);
    const auth = owner.client("pkce");
    expect((await auth.signInWithPassword(owner)).error).toBeNull();
    expect((await auth.updateUser({ data: { name: "Ana" } })).error).toBeNull();
    await forgetLimits(edge);
    await owner.call("/recover", { email: owner.email });
    const { token } = await waitForMail(edge, owner.email, 2);
    expect((await auth.verifyOtp({ type: "recovery", token_hash: token })).error).toBeNull();
  });
});
