import { generateKeyPairSync } from "node:crypto";
import type { GoTrueClient } from "@supabase/auth-js";
import * as v from "valibot";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AttemptLimit,
  limitFailedRegistrationsOf,
  limitPasskeysFrom,
  limitSignInChangesOf,
} from "#functions/accounts/limits/attempts.ts";
import { toNetwork } from "#functions/kernel/http/network.ts";
import {
  createCaller,
  createConfirmedUser,
  createEmail,
  errorOf,
  forgetLimits,
  goodPassword,
  readError,
  waitForMail,
  waitForMails,
  waitForRecovery,
} from "../support/accounts.ts";
import { createAttemptLimits } from "../support/attempt-limits.ts";
import {
  type Authenticator,
  type CeremonyFaults,
  createAuthenticator,
  encodeCose,
} from "../support/authenticator.ts";
import { startEdge } from "../support/edge.ts";
import { createPasskeyFunctions, type PasskeyUser } from "../support/passkeys-at.ts";
import { bearer, json, origin } from "../support/requests.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const limits = createAttemptLimits(edge);
beforeEach(async () => {
  await forgetLimits(edge);
  await needPasskeys(false);
});

const { needPasskeys, startRegistration, register, signIn, keyHolder, signInLater, kindsOf } =
  createPasskeyFunctions(edge);
const versioned = { "X-Supabase-Api-Version": "2024-01-01" };
const aalError = "403 insufficient_aal";
const verificationError = "400 webauthn_verification_failed";
const signedOutError = { name: "AuthSessionMissingError" };

describe("a passkey", () => {
  /** The owner of a shared passkey. No test changes the password or the passkeys. */
  let holder: Awaited<ReturnType<typeof keyHolder>>;
  beforeAll(async () => {
    holder = await keyHolder();
  });

  test("signs its owner in without address or password, through the unmodified client", async () => {
    const auth = holder.client();
    const { data, error } = await signIn(auth, holder.authenticator);
    expect(error).toBeNull();
    expect(data?.session?.user.email).toBe(holder.email);
    expect((await auth.getUser()).data.user?.id).toBe(holder.session.user.id);
    expect(await errorOf(auth.refreshSession())).toBeNull();
  });

  test("is listed, renamed and removed by its owner, who is told by mail", async () => {
    const person = await keyHolder();
    const { auth, passkey, authenticator, client, email } = person;
    expect((await auth.passkey.list()).data).toEqual([{ id: passkey.id, created_at: passkey.created_at }]);
    const renamed = await auth.passkey.update({ passkeyId: passkey.id, friendlyName: "  Mi teléfono  " });
    expect(renamed.data?.friendly_name).toBe("Mi teléfono");
    await signIn(client(), authenticator);
    const [listedPasskey] = (await auth.passkey.list()).data ?? [];
    expect(listedPasskey).toMatchObject({ friendly_name: "Mi teléfono", last_used_at: expect.any(String) });
    expect(await errorOf(auth.passkey.delete({ passkeyId: passkey.id }))).toBeNull();
    expect((await auth.passkey.list()).data).toEqual([]);
    const mails = await waitForMails(edge, email, 3);
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        "Nueva llave de acceso en Guaria Digital",
        "Se quitó una llave de acceso en Guaria Digital",
      ]),
    );
    expect(await kindsOf(person)).toEqual(expect.arrayContaining(["passkey_added", "passkey_removed"]));
    expect(await errorOf(signIn(client(), authenticator))).toBe(verificationError);
  });

  test("ends the sessions that it signed in, and the one that added it, when another session removes it", async () => {
    const { auth, passkey, authenticator, client } = await keyHolder();
    const otherAuthenticator = (await register(auth)).authenticator;
    const [remover, byPasskey, byOtherPasskey] = [client(), client(), client()];
    await signIn(remover, authenticator);
    await signIn(byPasskey, authenticator);
    await signIn(byOtherPasskey, otherAuthenticator);
    expect(await errorOf(remover.passkey.delete({ passkeyId: passkey.id }))).toBeNull();
    for (const ended of [auth, byPasskey])
      expect((await ended.getUser()).error).toMatchObject(signedOutError);
    expect((await byPasskey.refreshSession()).error).not.toBeNull();
    // The session that removes a passkey stays, even if the passkey started it.
    for (const active of [remover, byOtherPasskey]) expect(await errorOf(active.getUser())).toBeNull();
  });

  test("cannot be seen, renamed or removed by another user", async () => {
    const { passkey } = holder;
    const otherPerson = await createConfirmedUser(edge);
    expect((await otherPerson.auth.passkey.list()).data).toEqual([]);
    const notFoundError = "404 webauthn_credential_not_found";
    const rename = otherPerson.auth.passkey.update({ passkeyId: passkey.id, friendlyName: "x" });
    expect(await errorOf(rename)).toBe(notFoundError);
    const remove = () => errorOf(otherPerson.auth.passkey.delete({ passkeyId: passkey.id }));
    expect(await remove()).toBe(aalError);
    await register(otherPerson.auth);
    expect(await remove()).toBe(notFoundError);
  });

  test("is added to an account once, and at most ten are added", async () => {
    const person = await keyHolder();
    expect(await errorOf(register(person.auth, person.authenticator))).toBe("422 webauthn_credential_exists");
    for (let index = 1; index < 10; index += 1) {
      await forgetLimits(edge);
      expect(await errorOf(register(person.auth))).toBeNull();
    }
    expect(await errorOf(register(person.auth))).toBe("422 too_many_passkeys");
  });

  test("is added beside another, and removed, only in a session that has just shown one", async () => {
    const person = await keyHolder();
    const { authenticator, client, email, password, passkey } = person;
    const thief = client();
    await thief.signInWithPassword({ email, password });
    const { data: codes } = await person.auth.mfa.recoveryCodes.generate();
    expect(await errorOf(register(thief))).toBe(aalError);
    expect(await errorOf(thief.passkey.delete({ passkeyId: passkey.id }))).toBe(aalError);
    expect(await errorOf(thief.mfa.recoveryCodes.unenroll())).toBe(aalError);
    expect((await thief.passkey.list()).data).toHaveLength(1);

    const byCode = client();
    await byCode.signInWithPassword({ email, password });
    await byCode.mfa.recoveryCodes.verify({ code: codes?.codes[0] ?? "" });
    expect(await errorOf(register(byCode))).toBeNull();
    const byPasskey = client();
    await signIn(byPasskey, authenticator);
    expect(await errorOf(register(byPasskey))).toBeNull();
    await signInLater(person, "16 minutes");
    expect(await errorOf(register(byPasskey))).toBe(aalError);
    await signIn(byPasskey, authenticator);
    expect(await errorOf(byPasskey.passkey.delete({ passkeyId: passkey.id }))).toBeNull();
  });

  test.each<[string, CeremonyFaults]>([
    ["of another page", { origin: "https://evil.example" }],
    ["for another host", { host: "evil.example" }],
    ["of a registration", { type: "webauthn.create" }],
    ["without user presence", { flags: 4 }],
    ["without user verification", { flags: 1 }],
    ["with a count that goes back", { signCount: 0 }],
  ])("does not sign in with an answer %s", async (_, deviation) => {
    const { authenticator, client } = holder;
    expect(await errorOf(signIn(client(), authenticator))).toBeNull();
    expect(await errorOf(signIn(client(), authenticator, deviation))).toBe(verificationError);
  });

  test.each<[string, CeremonyFaults]>([
    ["another page", { origin: "https://evil.example" }],
    ["another host", { host: "evil.example" }],
    ["a device without user verification", { flags: 1 }],
    ["a maker whose certificates would have to be fetched", { format: "fido-u2f" }],
    [
      "a maker whose certificates would have to be fetched, in another format",
      { format: "packed", statement: new Map([["x5c", [new Uint8Array([1])]]]) },
    ],
  ])("is not added for %s", async (_, deviation) => {
    expect(await errorOf(register(holder.auth, undefined, deviation))).toBe(verificationError);
  });

  test("answers a challenge once, also where it counts nothing and answers come at once", async () => {
    const { authenticator, client, call } = await keyHolder();
    const { data } = await client().passkey.startAuthentication();
    const body = {
      challenge_id: data?.challenge_id,
      credential: authenticator.get(data?.options as never, { signCount: 0 }),
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call("/passkeys/authentication/verify", body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(await readError(await call("/passkeys/authentication/verify", body))).toBe(
      "400 webauthn_challenge_not_found",
    );
  });

  test("answers a challenge of a registration once: one that was removed does not come back", async () => {
    const { auth, session, call } = await createConfirmedUser(edge);
    const { data } = await startRegistration(auth);
    const credential = createAuthenticator(origin).create(data?.options as never);
    const answer = { challenge_id: data?.challenge_id, credential };
    const verify = () => call("/passkeys/registration/verify", answer, bearer(session));
    const answers = await Promise.all(Array.from({ length: 4 }, verify));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const [passkey] = (await auth.passkey.list()).data ?? [];
    expect(await errorOf(auth.passkey.delete({ passkeyId: passkey?.id ?? "" }))).toBeNull();
    expect(await readError(await verify())).toBe("400 webauthn_challenge_not_found");
    expect((await auth.passkey.list()).data).toEqual([]);
  });

  test("answers no challenge of another user's registration, of nobody, or of another purpose", async () => {
    const { authenticator, client, call, auth, session } = holder;
    const otherPerson = await createConfirmedUser(edge);
    const { data: otherChallenge } = await startRegistration(otherPerson.auth);
    const stolenResult = await auth.passkey.verifyRegistration({
      challengeId: otherChallenge?.challenge_id,
      credential: createAuthenticator(origin).create(otherChallenge?.options as never),
    } as never);
    expect(stolenResult.error).toMatchObject({ code: "webauthn_challenge_not_found" });
    const { data } = await client().passkey.startAuthentication();
    expect(v.is(v.pipe(v.string(), v.uuid()), data?.challenge_id)).toBe(true);
    const credential = authenticator.get(data?.options as never);
    const otherCredential = authenticator.get({ challenge: "AAAA", rpId: new URL(origin).hostname });
    for (const body of [
      ...["x", session.access_token, crypto.randomUUID(), otherChallenge?.challenge_id].map(
        (challenge_id) => ({
          challenge_id,
          credential,
        }),
      ),
      { challenge_id: data?.challenge_id, credential: otherCredential },
    ]) {
      const answer = await call("/passkeys/authentication/verify", body);
      expect(await readError(answer)).toBe("400 webauthn_challenge_not_found");
    }
  });

  test("is asked for no longer after thirty wrong answers from one network, and a right one is no attempt", async () => {
    const { address, authenticator, client, call } = holder;
    const auth = client();
    const [networkLimit] = await limitPasskeysFrom(toNetwork(address));
    await limits.counted(networkLimit as AttemptLimit, 27);
    for (let right = 0; right < 5; right += 1) {
      expect(await errorOf(signIn(auth, authenticator))).toBeNull();
    }
    const answerWrongly = () => signIn(auth, createAuthenticator(origin));
    for (let tries = 0; tries < 4; tries += 1)
      expect((await answerWrongly()).error).toMatchObject({ status: 400 });
    await limits.hold();
    expect(await errorOf(answerWrongly())).toBe("429 over_request_rate_limit");
    expect((await signIn(auth, authenticator)).error).toMatchObject({ status: 429 });
    expect((await call("/passkeys/authentication/options", {})).status).toBe(200);
  });

  test("stands in for the current password, as long as it was shown just now", async () => {
    const person = await keyHolder();
    // A new passkey does not count as presented.
    expect(await errorOf(person.auth.updateUser({ email: createEmail() }))).toBe(
      "400 current_password_required",
    );
    const auth = person.client();
    await signIn(auth, person.authenticator);
    expect(await errorOf(auth.updateUser({ email: createEmail() }))).toBeNull();
    expect(await errorOf(auth.updateUser({ password: "un río y tres volcanes" }))).toBeNull();
    await signInLater(person, "16 minutes");
    expect(await errorOf(auth.updateUser({ password: goodPassword }))).toBe("400 current_password_required");
  });

  test("has a limit of changes, because each change sends a mail", async () => {
    const { auth, session } = await keyHolder();
    await limits.counted(await limitSignInChangesOf(session.user.id), 9);
    expect(await errorOf(auth.mfa.recoveryCodes.generate())).toBeNull();
    expect((await auth.mfa.recoveryCodes.regenerate()).error).toMatchObject({ status: 429 });
    expect((await register(auth)).error).toMatchObject({ status: 429 });
  });

  test("is deleted with its account", async () => {
    const { auth, authenticator, client, password } = await keyHolder();
    const token = (await auth.getSession()).data.session;
    const deletion = await edge.fetch(
      "/api/auth/user",
      json({ current_password: password }, bearer(token as never), "DELETE"),
    );
    expect(deletion.status).toBe(204);
    expect(await errorOf(signIn(client(), authenticator))).toBe("400 webauthn_verification_failed");
  });

  test("and one that no account has fail alike", async () => {
    const failAs = async ({ id }: Pick<Authenticator, "id">) => {
      const { data } = await holder.client().passkey.startAuthentication();
      const credential = { ...createAuthenticator(origin).get(data?.options as never), id, rawId: id };
      const body = { challenge_id: data?.challenge_id, credential };
      const answer = await holder.call("/passkeys/authentication/verify", body);
      return [answer.status, await answer.text()];
    };
    expect(await failAs(createAuthenticator(origin))).toEqual(await failAs(holder.authenticator));
  });

  const countFailures = async (key = "") => {
    const rows = await edge.database.asOwner(
      "select failures from attempt_limits where key = decode($1, 'hex')",
      [key],
    );
    return Number(rows[0]?.failures ?? 0);
  };

  test.each(
    selectCases(
      [
        ["an id of 25 characters, which no bytes have", { id: "A".repeat(25), rawId: "A".repeat(25) }],
        ["an id with padding", { id: `${"A".repeat(22)}==`, rawId: "A".repeat(22) }],
        ["an id of 15 bytes", { id: "A".repeat(20), rawId: "A".repeat(20) }],
        ["an id of 1,024 bytes", { id: "A".repeat(1366), rawId: "A".repeat(1366) }],
        ["no signature", { response: {} }],
        ["a challenge of no one", {}],
      ],
      3,
    ),
  )("with %s is rejected and counted as a wrong answer", async (_, deviation) => {
    const { address, authenticator, call } = holder;
    const [networkLimit] = await limitPasskeysFrom(toNetwork(address));
    const credential = { ...authenticator.get({ challenge: "AAAA" }), ...deviation };
    const { status } = await call("/passkeys/authentication/verify", { challenge_id: "x", credential });
    expect([status >= 400 && status < 500, await countFailures(networkLimit?.key)]).toEqual([true, 1]);
  });

  const { x = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });

  test.each(
    selectCases<[string, CeremonyFaults]>(
      [
        ["with an id of 15 bytes", { id: Buffer.alloc(15, 1) }],
        ["with an id of 1,024 bytes", { id: Buffer.alloc(1024, 1) }],
        ["with another id than the browser says", { id: Buffer.alloc(32, 1) }],
        ["that the browser calls by 25 characters", { name: "A".repeat(25) }],
        [
          "with a key that is no point of its curve",
          { publicKey: encodeCose({ 1: 2, 3: -7, [-1]: 1, [-2]: x, [-3]: x }) },
        ],
      ],
      3,
    ),
  )("%s is not added, and the answer counts as a failed registration only", async (_, deviation) => {
    const { auth, session } = await createConfirmedUser(edge);
    const { data } = await startRegistration(auth);
    const idName =
      deviation.id && !deviation.name && deviation.id.length !== 32
        ? { name: deviation.id.toString("base64url") }
        : {};
    const credential = createAuthenticator(origin).create(data?.options as never, {
      ...idName,
      ...deviation,
    });
    const answer = await edge.fetch(
      "/api/auth/passkeys/registration/verify",
      json({ challenge_id: data?.challenge_id, credential }, { ...versioned, ...bearer(session) }),
    );
    expect([400, 422]).toContain(answer.status);
    expect((await auth.passkey.list()).data).toEqual([]);
    expect(await countFailures((await limitFailedRegistrationsOf(session.user.id)).key)).toBe(1);
    expect(await countFailures((await limitSignInChangesOf(session.user.id)).key)).toBe(0);
  });

  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
  const ed25519 = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });

  test.each<[string, Uint8Array, string | null]>([
    ["RSA of 2,048 bits", encodeCose({ 1: 3, 3: -257, [-1]: rsa.n ?? "", [-2]: rsa.e ?? "" }), null],
    ["Ed25519", encodeCose({ 1: 1, 3: -8, [-1]: 6, [-2]: ed25519.x ?? "" }), verificationError],
  ])("with a key of %s is answered with %j", async (_, publicKey, error) => {
    const { auth } = await createConfirmedUser(edge);
    expect(await errorOf(register(auth, undefined, { publicKey }))).toBe(error);
  });
});

describe("a first passkey", () => {
  const otherPassword = "un río y tres volcanes";

  test("takes the current password in its ceremony: a stolen access token adds none", async () => {
    const person = await createConfirmedUser(edge);
    const { auth } = person;
    expect(await errorOf(register(auth, undefined, {}, null))).toBe("400 current_password_required");
    expect(await errorOf(register(auth, undefined, {}, otherPassword))).toBe("400 current_password_invalid");
    await signInLater(person, "16 minutes");
    expect(await errorOf(register(auth))).toBeNull();
  });

  test("is not added with a challenge that another session of the account got for the password", async () => {
    const { auth, client, email, password } = await createConfirmedUser(edge);
    const thief = client();
    await thief.signInWithPassword({ email, password });
    const { data } = await startRegistration(auth);
    const credential = createAuthenticator(origin).create(data?.options as never);
    const stolenResult = await thief.passkey.verifyRegistration({
      challengeId: data?.challenge_id,
      credential,
    } as never);
    expect(stolenResult.error).toMatchObject({ code: "webauthn_challenge_not_found" });
  });

  test("counts a wrong password as a failed sign-in", async () => {
    const { auth, email } = await createConfirmedUser(edge);
    await limits.setPasswordFailures(email, 10);
    expect(await errorOf(register(auth, undefined, {}, otherPassword))).toBe("400 current_password_invalid");
    await limits.hold();
    expect(await errorOf(register(auth))).toBe("429 over_request_rate_limit");
  });

  test("is not added by whoever has the mailbox alone, in the recovery session or a day after it", async () => {
    const { email, client, call } = await createConfirmedUser(edge);
    await call("/recover", { email });
    const { token } = await waitForRecovery(edge, email, 2);
    const thief = client();
    await thief.verifyOtp({ type: "recovery", token_hash: token });
    expect(await errorOf(register(thief, undefined, {}, null))).toBe("400 reauthentication_needed");
    expect(await errorOf(thief.updateUser({ password: otherPassword }))).toBeNull();
    const addWithNewPassword = () => errorOf(register(thief, undefined, {}, otherPassword));
    expect(await addWithNewPassword()).toBe("400 reauthentication_needed");
    await thief.signInWithPassword({ email, password: otherPassword });
    expect(await addWithNewPassword()).toBe("403 password_recovered");
    await thief.updateUser({ password: goodPassword, current_password: otherPassword });
    expect(await errorOf(register(thief))).toBe("403 password_recovered");
    await edge.database.asOwner(
      "update accounts set password_recovered_at = password_recovered_at - interval '24 hours' where email = $1",
      [email],
    );
    expect(await errorOf(register(thief))).toBeNull();
  });

  /** Returns the owner of an account without a password: two sign-ups chose different ones. */
  async function createUserWithoutPassword() {
    const person = createCaller(edge);
    const email = createEmail();
    for (const password of [goodPassword, otherPassword]) await person.call("/signup", { email, password });
    const { token } = await waitForMail(edge, email);
    const auth = person.client();
    const { data } = await auth.verifyOtp({ type: "signup", token_hash: token });
    expect(data.user?.app_metadata.password_needed).toBe(true);
    return { ...person, auth, email, session: data.session as NonNullable<typeof data.session> };
  }

  test("of an account without a password takes a mailed link within 15 minutes, as does its password", async () => {
    const person = await createUserWithoutPassword();
    const age = (ago: string) =>
      edge.database.asOwner("update sessions set created_at = now() - $2::interval where account_id = $1", [
        person.session.user.id,
        ago,
      ]);
    await age("16 minutes");
    expect(await errorOf(register(person.auth))).toBe("400 reauthentication_needed");
    expect(await errorOf(person.auth.updateUser({ password: goodPassword }))).toBe(
      "400 reauthentication_needed",
    );
    await age("14 minutes");
    const { authenticator, error } = await register(person.auth);
    expect(error).toBeNull();
    const auth = person.client();
    await signIn(auth, authenticator);
    expect(await errorOf(auth.updateUser({ password: goodPassword }))).toBe("400 reauthentication_needed");
  });
});

describe("a passkey that was added without the password", () => {
  test("does not stand in for the password within its first day, and changes no other sign-in method", async () => {
    const person = await keyHolder();
    const { auth, client, passkey } = person;
    const { authenticator } = await register(auth);
    const thief = client();
    await signIn(thief, authenticator);
    expect(await errorOf(thief.getUser())).toBeNull();
    const tooNewError = "403 passkey_too_new";
    const changePassword = () => errorOf(thief.updateUser({ password: "un río y tres volcanes" }));
    expect(await changePassword()).toBe("400 current_password_required");
    expect(await errorOf(thief.updateUser({ email: createEmail() }))).toBe("400 current_password_required");
    expect(await errorOf(thief.mfa.recoveryCodes.generate())).toBe(tooNewError);
    expect(await errorOf(thief.passkey.delete({ passkeyId: passkey.id }))).toBe(tooNewError);
    await edge.database.asOwner(
      "update passkeys set trusted_from = trusted_from - interval '24 hours' where account_id = $1",
      [person.session.user.id],
    );
    expect(await errorOf(thief.mfa.recoveryCodes.generate())).toBeNull();
    expect(await changePassword()).toBeNull();
  });
});

describe("recovery codes", () => {
  const createCodes = async (person: PasskeyUser) =>
    (await person.auth.mfa.recoveryCodes.generate()).data?.codes ?? [];

  test("are made once, shown once, and each of them works once, however it is written", async () => {
    const person = await keyHolder();
    expect((await person.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 0, remaining: 0 });
    const codes = await createCodes(person);
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/);
    expect(await errorOf(person.auth.mfa.recoveryCodes.generate())).toBe("422 mfa_verified_factor_exists");
    const sessionBefore = (await person.auth.getSession()).data.session;
    const code = ` ${codes[3]?.toUpperCase().replaceAll("-", " ")} `;
    expect(await errorOf(person.auth.mfa.recoveryCodes.verify({ code }))).toBeNull();
    expect((await person.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
    expect(await errorOf(person.auth.mfa.recoveryCodes.verify({ code }))).toBe("422 mfa_verification_failed");
    const sessionAfter = (await person.auth.getSession()).data.session;
    expect(sessionAfter?.access_token).not.toBe(sessionBefore?.access_token);
    expect((await person.get("/user", bearer(sessionBefore as never))).status).toBe(403);
    expect(await errorOf(person.auth.getUser())).toBeNull();
  });

  test("are made only in a session that has just shown a passkey or a code, or added the first passkey", async () => {
    const person = await keyHolder();
    const { auth, authenticator, client, email, password } = person;
    const generateCodes = (codesClient: GoTrueClient) => errorOf(codesClient.mfa.recoveryCodes.generate());
    const byPassword = client();
    await byPassword.signInWithPassword({ email, password });
    expect(await generateCodes(byPassword)).toBe(aalError);
    expect(await generateCodes((await createConfirmedUser(edge)).auth)).toBe(aalError);
    await signInLater(person, "16 minutes");
    expect(await generateCodes(auth)).toBe(aalError);
    const byPasskey = client();
    await signIn(byPasskey, authenticator);
    const { data } = await byPasskey.mfa.recoveryCodes.generate();
    expect(await errorOf(byPassword.mfa.recoveryCodes.regenerate())).toBe(aalError);
    await byPassword.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" });
    expect(await errorOf(byPassword.mfa.recoveryCodes.regenerate())).toBeNull();
  });

  test("are replaced all at once, and taken away", async () => {
    const person = await keyHolder();
    const [oldCode = ""] = await createCodes(person);
    const { data } = await person.auth.mfa.recoveryCodes.regenerate();
    expect(data?.codes).toHaveLength(10);
    expect(await errorOf(person.auth.mfa.recoveryCodes.verify({ code: oldCode }))).toBe(
      "422 mfa_verification_failed",
    );
    expect(await errorOf(person.auth.mfa.recoveryCodes.unenroll())).toBeNull();
    const [code = ""] = data?.codes ?? [];
    expect(await errorOf(person.auth.mfa.recoveryCodes.verify({ code }))).toBe("422 mfa_verification_failed");
    expect(await errorOf(person.auth.mfa.recoveryCodes.regenerate())).toBe("404 mfa_factor_not_found");
  });

  test("tell their owner by mail when they are made, replaced or removed, and end the other sessions that they began", async () => {
    const person = await keyHolder();
    const { auth, client, email, password } = person;
    const madeSubject = "Nuevos códigos de recuperación en Guaria Digital";
    const usedSubject = "Se usó un código de recuperación en Guaria Digital";
    const removedSubject = "Se quitaron los códigos de recuperación en Guaria Digital";
    const enterByCode = async (code = "") => {
      const otherClient = client();
      await otherClient.signInWithPassword({ email, password });
      expect(await errorOf(otherClient.mfa.recoveryCodes.verify({ code }))).toBeNull();
      return otherClient;
    };
    const byCode = await enterByCode((await createCodes(person))[0]);
    const { data } = await auth.mfa.recoveryCodes.regenerate();
    expect((await byCode.getUser()).error).toMatchObject(signedOutError);
    const byNewCode = await enterByCode(data?.codes?.[0]);
    expect(await errorOf(auth.mfa.recoveryCodes.unenroll())).toBeNull();
    expect((await byNewCode.getUser()).error).toMatchObject(signedOutError);
    expect(await errorOf(auth.getUser())).toBeNull();
    const subjects = (await waitForMails(edge, email, 7)).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(
      expect.arrayContaining([madeSubject, madeSubject, removedSubject, usedSubject, usedSubject].sort()),
    );
  });

  test("are no one else's, and are tried as rarely as passwords", async () => {
    const [code = ""] = await createCodes(await keyHolder());
    const otherPerson = await createConfirmedUser(edge);
    const tryCode = () => otherPerson.auth.mfa.recoveryCodes.verify({ code });
    await limits.setPasswordFailures(otherPerson.email, 10);
    expect((await tryCode()).error).toMatchObject({ status: 422 });
    await limits.hold();
    expect((await tryCode()).error).toMatchObject({ status: 429 });
  });

  test("are kept as hashes", async () => {
    const codes = await createCodes(await keyHolder());
    const storedHashes = JSON.stringify(
      await edge.database.asOwner("select encode(code_hash, 'escape') from recovery_codes"),
    );
    for (const code of codes) expect(storedHashes).not.toContain(code);
  });
});
