import { generateKeyPairSync } from "node:crypto";
import type { GoTrueClient } from "@supabase/auth-js";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AttemptLimit,
  limitPasskeysFrom,
  limitSignInChangesOf,
} from "#functions/accounts/limits/attempts.ts";
import { toNetwork } from "#functions/kernel/http/network.ts";
import { forgetLimits, freshEmail, goodPassword, mailsTo, newcomer } from "../support/accounts.ts";
import { attemptLimitsOf } from "../support/attempt-limits.ts";
import { type Authenticator, createAuthenticator, encodeCose, type Odd } from "../support/authenticator.ts";
import { startEdge } from "../support/edge.ts";
import { type Person, passkeysAt } from "../support/passkeys-at.ts";
import { bearer, json, origin } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(async () => {
  await forgetLimits(edge);
  await needPasskeys(false);
});

const { needPasskeys, register, signIn, keyHolder, signInLater, kindsOf, codeOf } = passkeysAt(edge);
const versioned = { "X-Supabase-Api-Version": "2024-01-01" };
const refused = { status: 403, code: "insufficient_aal" };
const unverified = { status: 400, code: "webauthn_verification_failed" };
const signedOut = { name: "AuthSessionMissingError" };

describe("a passkey", () => {
  /** The owner of a shared passkey. No test changes the password or the passkeys. */
  let holder: Awaited<ReturnType<typeof keyHolder>>;
  beforeAll(async () => {
    holder = await keyHolder();
  });

  test("signs its owner in without address or password, through the unmodified client", async () => {
    const { authenticator, client, session, ...person } = holder;
    const auth = client();
    const { data, error } = await signIn(auth, authenticator);
    expect(error).toBeNull();
    expect(data?.session?.user.email).toBe(person.email);
    expect((await auth.getUser()).data.user?.id).toBe(session.user.id);
    expect((await auth.refreshSession()).error).toBeNull();
  });

  test("is listed, renamed and removed by its owner, who is told by mail", async () => {
    const { auth, passkey, authenticator, client, email, ...person } = await keyHolder();
    expect((await auth.passkey.list()).data).toEqual([{ id: passkey.id, created_at: passkey.created_at }]);
    const renamed = await auth.passkey.update({ passkeyId: passkey.id, friendlyName: "  Mi teléfono  " });
    expect(renamed.data?.friendly_name).toBe("Mi teléfono");
    await signIn(client(), authenticator);
    const [listed] = (await auth.passkey.list()).data ?? [];
    expect(listed).toMatchObject({ friendly_name: "Mi teléfono", last_used_at: expect.any(String) });
    expect((await auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect((await auth.passkey.list()).data).toEqual([]);
    const mails = await mailsTo(edge, email, 3);
    expect(
      mails
        .map(({ subject }) => subject)
        .sort()
        .slice(1),
    ).toEqual(["Nueva llave de acceso en Guaria Digital", "Se quitó una llave de acceso en Guaria Digital"]);
    expect(await kindsOf({ auth, email, client, ...person })).toEqual(
      expect.arrayContaining(["passkey_added", "passkey_removed"]),
    );
    expect((await signIn(client(), authenticator)).error).toMatchObject(unverified);
  });

  test("ends the sessions that it signed in when it is removed, and no other", async () => {
    const { auth, passkey, authenticator, client } = await keyHolder();
    const other = (await register(auth)).authenticator;
    const [byPasskey, byOther] = [client(), client()];
    await signIn(byPasskey, authenticator);
    await signIn(byOther, other);
    expect((await auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect((await byPasskey.getUser()).error).toMatchObject(signedOut);
    expect((await byPasskey.refreshSession()).error).not.toBeNull();
    expect((await byOther.getUser()).error).toBeNull();
    expect((await auth.getUser()).error).toBeNull();
  });

  test("ends the session that added it when another session removes it", async () => {
    const { auth, passkey, authenticator, client } = await keyHolder();
    const byPasskey = client();
    await signIn(byPasskey, authenticator);
    expect((await byPasskey.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect((await auth.getUser()).error).toMatchObject(signedOut);
    expect((await byPasskey.getUser()).error).toBeNull();
  });

  test("keeps the session that removes it, even if the passkey started that session", async () => {
    const { passkey, authenticator, client } = await keyHolder();
    const [here, elsewhere] = [client(), client()];
    await signIn(here, authenticator);
    await signIn(elsewhere, authenticator);
    expect((await here.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    expect((await here.getUser()).error).toBeNull();
    expect((await elsewhere.getUser()).error).toMatchObject(signedOut);
  });

  test("cannot be seen, renamed or removed by another user", async () => {
    const { passkey } = holder;
    const other = await newcomer(edge);
    expect((await other.auth.passkey.list()).data).toEqual([]);
    const missing = { status: 404, code: "webauthn_credential_not_found" };
    const renamed = await other.auth.passkey.update({ passkeyId: passkey.id, friendlyName: "x" });
    expect(renamed.error).toMatchObject(missing);
    expect((await other.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(missing);
  });

  test("is added to an account once, and at most ten are added", async () => {
    const person = await keyHolder();
    expect((await register(person.auth, person.authenticator)).error).toMatchObject({
      status: 422,
      code: "webauthn_credential_exists",
    });
    for (let more = 1; more < 10; more += 1) expect((await register(person.auth)).error).toBeNull();
    expect((await register(person.auth)).error).toMatchObject({ status: 422, code: "too_many_passkeys" });
  });

  test("is added only after a recent sign-in", async () => {
    const person = await newcomer(edge);
    await signInLater(person, "16 minutes");
    expect((await register(person.auth)).error).toMatchObject({
      status: 400,
      code: "reauthentication_needed",
    });
    await person.auth.signInWithPassword(person);
    expect((await register(person.auth)).error).toBeNull();
  });

  test("is added beside another, and removed, only in a session that has just shown one", async () => {
    const { authenticator, client, email, password, passkey, ...person } = await keyHolder();
    const thief = client();
    await thief.signInWithPassword({ email, password });
    const { data: codes } = await person.auth.mfa.recoveryCodes.generate();
    expect((await register(thief)).error).toMatchObject(refused);
    expect((await thief.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(refused);
    expect((await thief.mfa.recoveryCodes.unenroll()).error).toMatchObject(refused);
    expect((await thief.passkey.list()).data).toHaveLength(1);

    const byCode = client();
    await byCode.signInWithPassword({ email, password });
    await byCode.mfa.recoveryCodes.verify({ code: codes?.codes[0] ?? "" });
    expect((await register(byCode)).error).toBeNull();
    const byPasskey = client();
    await signIn(byPasskey, authenticator);
    expect((await register(byPasskey)).error).toBeNull();
    await signInLater({ client, email, password, ...person }, "16 minutes");
    expect((await register(byPasskey)).error).toMatchObject(refused);
    await signIn(byPasskey, authenticator);
    expect((await byPasskey.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
  });

  test.each<[string, Odd]>([
    ["of another page", { origin: "https://evil.example" }],
    ["for another host", { host: "evil.example" }],
    ["to another challenge", { challenge: "AAAA" }],
    ["of a registration", { type: "webauthn.create" }],
    ["without user presence", { flags: 4 }],
    ["without user verification", { flags: 1 }],
    ["with a count that goes back", { signCount: 0 }],
  ])("does not sign in with an answer %s", async (_, odd) => {
    const { authenticator, client } = holder;
    expect((await signIn(client(), authenticator)).error).toBeNull();
    expect((await signIn(client(), authenticator, odd)).error).toMatchObject(unverified);
  });

  test.each<[string, Odd]>([
    ["another page", { origin: "https://evil.example" }],
    ["another host", { host: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["a device without user verification", { flags: 1 }],
    ["a maker whose certificates would have to be fetched", { format: "fido-u2f" }],
    [
      "a maker whose certificates would have to be fetched, in another format",
      { format: "packed", statement: new Map([["x5c", [new Uint8Array([1])]]]) },
    ],
  ])("is not added for %s", async (_, odd) => {
    expect((await register(holder.auth, undefined, odd)).error).toMatchObject(unverified);
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
    expect(await codeOf(await call("/passkeys/authentication/verify", body))).toBe(
      "400 webauthn_challenge_expired",
    );
  });

  test("answers a challenge of a registration once: one that was removed does not come back", async () => {
    const { auth, session, call } = await newcomer(edge);
    const { data } = await auth.passkey.startRegistration();
    const credential = createAuthenticator(origin).create(data?.options as never);
    const answer = { challenge_id: data?.challenge_id, credential };
    const verify = () => call("/passkeys/registration/verify", answer, bearer(session));
    const answers = await Promise.all(Array.from({ length: 4 }, verify));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const [passkey] = (await auth.passkey.list()).data ?? [];
    expect((await auth.passkey.delete({ passkeyId: passkey?.id ?? "" })).error).toBeNull();
    expect(await codeOf(await verify())).toBe("400 webauthn_challenge_expired");
    expect((await auth.passkey.list()).data).toEqual([]);
  });

  test("answers no challenge of another user's registration, of nobody, or of another purpose", async () => {
    const { authenticator, client, call, auth, session } = holder;
    const other = await newcomer(edge);
    const { data: theirs } = await other.auth.passkey.startRegistration();
    const stolen = await auth.passkey.verifyRegistration({
      challengeId: theirs?.challenge_id,
      credential: createAuthenticator(origin).create(theirs?.options as never),
    } as never);
    expect(stolen.error).toMatchObject({ code: "webauthn_challenge_not_found" });
    const { data } = await client().passkey.startAuthentication();
    const credential = authenticator.get(data?.options as never);
    for (const challenge_id of ["x", session.access_token, theirs?.challenge_id]) {
      const answer = await call("/passkeys/authentication/verify", { challenge_id, credential });
      expect(await codeOf(answer)).toBe("400 webauthn_challenge_not_found");
    }
  });

  test("is asked for no longer after thirty wrong answers from one network, and a right one is no attempt", async () => {
    const { address, authenticator, client, call } = holder;
    const auth = client();
    const limits = attemptLimitsOf(edge);
    const [own] = await limitPasskeysFrom(toNetwork(address));
    await limits.counted(own as AttemptLimit, 27);
    for (let right = 0; right < 5; right += 1) {
      expect((await signIn(auth, authenticator)).error).toBeNull();
    }
    const wrong = () => signIn(auth, createAuthenticator(origin));
    for (let tries = 0; tries < 4; tries += 1) expect((await wrong()).error).toMatchObject({ status: 400 });
    await limits.hold();
    expect((await wrong()).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    expect((await signIn(auth, authenticator)).error).toMatchObject({ status: 429 });
    expect((await call("/passkeys/authentication/options", {})).status).toBe(200);
  });

  test("stands in for the current password, as long as it was shown just now", async () => {
    const { authenticator, client, email, ...person } = await keyHolder();
    // A new passkey does not count as presented.
    expect((await person.auth.updateUser({ email: freshEmail() })).error).toMatchObject({
      code: "current_password_required",
    });
    const auth = client();
    await signIn(auth, authenticator);
    expect((await auth.updateUser({ email: freshEmail() })).error).toBeNull();
    expect((await auth.updateUser({ password: "un río y tres volcanes" })).error).toBeNull();
    await signInLater({ email, client, ...person }, "16 minutes");
    expect((await auth.updateUser({ password: goodPassword })).error).toMatchObject({
      code: "current_password_required",
    });
  });

  test("has a limit of changes, because each change sends a mail", async () => {
    const { auth } = await keyHolder();
    await auth.mfa.recoveryCodes.generate();
    for (let changes = 2; changes < 21; changes += 1) {
      expect((await auth.mfa.recoveryCodes.regenerate()).error).toBeNull();
    }
    expect((await auth.mfa.recoveryCodes.regenerate()).error).toMatchObject({ status: 429 });
    expect((await register(auth)).error).toMatchObject({ status: 429 });
  });

  test("is deleted with its account", async () => {
    const { auth, authenticator, client, password } = await keyHolder();
    const token = (await auth.getSession()).data.session;
    const gone = await edge.fetch(
      "/api/auth/user",
      json({ current_password: password }, bearer(token as never), "DELETE"),
    );
    expect(gone.status).toBe(204);
    expect((await signIn(client(), authenticator)).error).toMatchObject({
      code: "webauthn_verification_failed",
    });
  });

  test("and one that no account has fail alike", async () => {
    const { authenticator, call } = holder;
    const failure = async (by: Authenticator, odd: Odd) => {
      const { data } = await holder.client().passkey.startAuthentication();
      const answer = await call("/passkeys/authentication/verify", {
        challenge_id: data?.challenge_id,
        credential: { ...by.get(data?.options as never, odd), id: authenticator.id, rawId: authenticator.id },
      });
      return [answer.status, await answer.text()];
    };
    const forged = createAuthenticator(origin);
    const ofKnown = await failure(forged, {});
    const unknown = createAuthenticator(origin);
    const { data } = await holder.client().passkey.startAuthentication();
    const ofUnknown = await call("/passkeys/authentication/verify", {
      challenge_id: data?.challenge_id,
      credential: unknown.get(data?.options as never),
    });
    expect([ofUnknown.status, await ofUnknown.text()]).toEqual(ofKnown);
  });

  test.each([
    ["an id of 25 characters, which no bytes have", { id: "A".repeat(25), rawId: "A".repeat(25) }],
    ["an id of 15 bytes", { id: "A".repeat(20), rawId: "A".repeat(20) }],
    ["an id of 1,024 bytes", { id: "A".repeat(1366), rawId: "A".repeat(1366) }],
    ["no signature", { response: {} }],
    ["a challenge of no one", {}],
  ])("with %s is rejected and counted as a wrong answer", async (_, odd) => {
    const { address, authenticator, call } = holder;
    const [own] = await limitPasskeysFrom(toNetwork(address));
    const counted = async () =>
      (
        await edge.database.asOwner("select failures from attempt_limits where key = decode($1, 'hex')", [
          own?.key,
        ])
      )[0]?.failures ?? 0;
    const before = Number(await counted());
    const credential = { ...authenticator.get({ challenge: "AAAA" }), ...odd };
    const { status } = await call("/passkeys/authentication/verify", { challenge_id: "x", credential });
    expect([status >= 400 && status < 500, Number(await counted())]).toEqual([true, before + 1]);
  });

  const { x = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });

  test.each<[string, Odd]>([
    ["with an id of 15 bytes", { id: Buffer.alloc(15, 1) }],
    ["with an id of 1,024 bytes", { id: Buffer.alloc(1024, 1) }],
    ["with another id than the browser says", { id: Buffer.alloc(32, 1) }],
    ["that the browser calls by 25 characters", { name: "A".repeat(25) }],
    ["with a key of 4 bytes", { publicKey: Buffer.from("a1033806", "hex") }],
    [
      "with a key that is no point of its curve",
      { publicKey: encodeCose({ 1: 2, 3: -7, [-1]: 1, [-2]: x, [-3]: x }) },
    ],
  ])("%s is not added, and the answer counts as a change", async (_, odd) => {
    const { auth, session } = await newcomer(edge);
    const { data } = await auth.passkey.startRegistration();
    const named = odd.id && !odd.name && odd.id.length !== 32 ? { name: odd.id.toString("base64url") } : {};
    const credential = createAuthenticator(origin).create(data?.options as never, { ...named, ...odd });
    const answer = await edge.fetch(
      "/api/auth/passkeys/registration/verify",
      json({ challenge_id: data?.challenge_id, credential }, { ...versioned, ...bearer(session) }),
    );
    expect([400, 422]).toContain(answer.status);
    expect((await auth.passkey.list()).data).toEqual([]);
    const { key } = await limitSignInChangesOf(session.user.id);
    expect(
      await edge.database.asOwner("select failures from attempt_limits where key = decode($1, 'hex')", [key]),
    ).toEqual([{ failures: 1 }]);
  });

  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
  const ed25519 = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });

  test.each<[string, Uint8Array]>([
    ["RSA of 2,048 bits", encodeCose({ 1: 3, 3: -257, [-1]: rsa.n ?? "", [-2]: rsa.e ?? "" })],
    ["Ed25519", encodeCose({ 1: 1, 3: -8, [-1]: 6, [-2]: ed25519.x ?? "" })],
  ])("has a key of %s", async (_, publicKey) => {
    const { auth } = await newcomer(edge);
    expect((await register(auth, undefined, { publicKey })).error).toBeNull();
  });
});

describe("recovery codes", () => {
  const kept = async (person: Person) => (await person.auth.mfa.recoveryCodes.generate()).data?.codes ?? [];

  test("are made once, shown once, and each of them works once, however it is written", async () => {
    const person = await keyHolder();
    expect((await person.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 0, remaining: 0 });
    const codes = await kept(person);
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/);
    expect((await person.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: "mfa_verified_factor_exists",
    });
    const before = (await person.auth.getSession()).data.session;
    const code = ` ${codes[3]?.toUpperCase().replaceAll("-", " ")} `;
    expect((await person.auth.mfa.recoveryCodes.verify({ code })).error).toBeNull();
    expect((await person.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
    expect((await person.auth.mfa.recoveryCodes.verify({ code })).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
    });
    const after = (await person.auth.getSession()).data.session;
    expect(after?.access_token).not.toBe(before?.access_token);
    expect((await person.get("/user", bearer(before as never))).status).toBe(403);
    expect((await person.auth.getUser()).error).toBeNull();
  });

  test("are made only in a session that has just shown a passkey or a code, or added the first passkey", async () => {
    const { auth, authenticator, client, email, password, ...person } = await keyHolder();
    const made = async (by: GoTrueClient) => (await by.mfa.recoveryCodes.generate()).error;
    const byPassword = client();
    await byPassword.signInWithPassword({ email, password });
    expect(await made(byPassword)).toMatchObject(refused);
    expect(await made((await newcomer(edge)).auth)).toMatchObject(refused);
    await signInLater({ auth, client, email, password, ...person }, "16 minutes");
    expect(await made(auth)).toMatchObject(refused);
    const byPasskey = client();
    await signIn(byPasskey, authenticator);
    const { data } = await byPasskey.mfa.recoveryCodes.generate();
    expect((await byPassword.mfa.recoveryCodes.regenerate()).error).toMatchObject(refused);
    await byPassword.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" });
    expect((await byPassword.mfa.recoveryCodes.regenerate()).error).toBeNull();
  });

  test("are replaced all at once, and taken away", async () => {
    const person = await keyHolder();
    const [old = ""] = await kept(person);
    const { data } = await person.auth.mfa.recoveryCodes.regenerate();
    expect(data?.codes).toHaveLength(10);
    expect((await person.auth.mfa.recoveryCodes.verify({ code: old })).error).toMatchObject({
      code: "mfa_verification_failed",
    });
    expect((await person.auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
    const [code = ""] = data?.codes ?? [];
    expect((await person.auth.mfa.recoveryCodes.verify({ code })).error).toMatchObject({
      code: "mfa_verification_failed",
    });
    expect((await person.auth.mfa.recoveryCodes.regenerate()).error).toMatchObject({
      code: "mfa_factor_not_found",
    });
  });

  test("tell their owner by mail when they are made, replaced or removed, and end the other sessions that they began", async () => {
    const person = await keyHolder();
    const { auth, client, email, password } = person;
    const made = "Nuevos códigos de recuperación en Guaria Digital";
    const used = "Se usó un código de recuperación en Guaria Digital";
    const removed = "Se quitaron los códigos de recuperación en Guaria Digital";
    const enterByCode = async (code = "") => {
      const other = client();
      await other.signInWithPassword({ email, password });
      expect((await other.mfa.recoveryCodes.verify({ code })).error).toBeNull();
      return other;
    };
    const byCode = await enterByCode((await kept(person))[0]);
    const { data } = await auth.mfa.recoveryCodes.regenerate();
    expect((await byCode.getUser()).error).toMatchObject(signedOut);
    const byNewCode = await enterByCode(data?.codes?.[0]);
    expect((await auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
    expect((await byNewCode.getUser()).error).toMatchObject(signedOut);
    expect((await auth.getUser()).error).toBeNull();
    const subjects = (await mailsTo(edge, email, 7)).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(expect.arrayContaining([made, made, removed, used, used].sort()));
  });

  test("are no one else's, and are tried as rarely as passwords", async () => {
    const [code = ""] = await kept(await keyHolder());
    const other = await newcomer(edge);
    const tried = () => other.auth.mfa.recoveryCodes.verify({ code });
    for (let tries = 0; tries < 11; tries += 1) expect((await tried()).error).toMatchObject({ status: 422 });
    expect((await tried()).error).toMatchObject({ status: 429 });
  });

  test("are kept as hashes", async () => {
    const codes = await kept(await keyHolder());
    const stored = JSON.stringify(
      await edge.database.asOwner("select encode(code_hash, 'escape') from recovery_codes"),
    );
    for (const code of codes) expect(stored).not.toContain(code);
  });
});
