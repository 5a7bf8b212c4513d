import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createCaller, createConfirmedUser, findAccountRow, readError } from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, json, origin, type SessionResponse } from "../support/requests.ts";
import { administrator, visitor } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
beforeEach(() => edge.database.asOwner("truncate sessions cascade"));

const versioned = { "X-Supabase-Api-Version": "2024-01-01" };
const requestToken = (grant: string, fields: unknown, headers: Record<string, string> = versioned) =>
  edge.fetch(`/api/auth/token?grant_type=${grant}`, json(fields, headers));
const refresh = (refreshToken: string) => requestToken("refresh_token", { refresh_token: refreshToken });
const refreshSession = async (refreshToken: string) =>
  (await (await refresh(refreshToken)).json()) as SessionResponse;
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Returns the statuses of calls that need an active session. */
const listStatuses = async (session: SessionResponse) =>
  Promise.all(
    ["/api/profile", "/api/submissions", "/api/auth/user"].map(
      async (path) => (await edge.fetch(path, { headers: bearer(session) })).status,
    ),
  );
const activeStatuses = [200, 200, 200];
const endedStatuses = [401, 401, 403];

/** Moves all times of a refresh token's session into the past. */
const passTime = (refreshToken: string, seconds: number) =>
  edge.database.asOwner(
    `with tokens as (
       update refresh_tokens set created_at = created_at - make_interval(secs => $2),
         superseded_at = superseded_at - make_interval(secs => $2)
       where session_id = (select session_id from refresh_tokens where token_hash = decode($1, 'hex'))
       returning session_id
     )
     update sessions set last_used_at = last_used_at - make_interval(secs => $2),
       created_at = created_at - make_interval(secs => $2)
     where id in (select session_id from tokens)
     returning id`,
    [hash(refreshToken), seconds],
  );

const createClient = () => createCaller(edge).client();

// The hash of "weak password" with 8 MiB and one pass.
const weakHash =
  "$argon2id$v=19$m=8192,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$WKLUeGX60tzi/LeWb6az4XWtG0dpTCfv2GDs2qWPX9s";

test("the unmodified client of Supabase signs in, verifies the token, refreshes, reads the user and signs out", async () => {
  const auth = createClient();
  const events: string[] = [];
  auth.onAuthStateChange((event) => void events.push(event));
  const { data, error } = await auth.signInWithPassword(administrator);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: administrator.email, aud: "authenticated" });
  expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 600 });
  const firstSession = data.session as SessionResponse;
  expect(await listStatuses(firstSession)).toEqual(activeStatuses);

  // Verifies the access token with the published keys.
  const { data: verified } = await auth.getClaims();
  expect(verified?.claims).toMatchObject({ iss: `${origin}/api/auth`, aud: "authenticated" });
  expect(verified?.header).toMatchObject({ alg: "ES256", typ: "JWT", kid: "first" });

  const secondSession = (await auth.refreshSession()).data.session as SessionResponse;
  expect(secondSession.refresh_token).not.toBe(firstSession.refresh_token);
  expect((await auth.getUser()).data.user).toMatchObject({
    id: firstSession.user.id,
    email: administrator.email,
    email_confirmed_at: expect.stringMatching(/Z$/),
    last_sign_in_at: expect.stringMatching(/Z$/),
  });

  expect((await auth.signOut()).error).toBeNull();
  expect((await auth.getSession()).data.session).toBeNull();
  expect(await listStatuses(secondSession)).toEqual(endedStatuses);
  expect(events).toEqual(["INITIAL_SESSION", "SIGNED_IN", "TOKEN_REFRESHED", "SIGNED_OUT"]);
});

describe("signing in works", () => {
  test.each([
    ` ${administrator.email.toUpperCase()} `,
    `<${administrator.email}>;`,
    `mailto:${administrator.email}`,
    `"${administrator.email}"`,
    `\u3164${administrator.email.replace("@", "＠")}`,
  ])("with an address in capitals or as it is pasted: %s", async (email) => {
    expect((await requestToken("password", { ...administrator, email })).status).toBe(200);
  });

  test("and stores only the hash of the refresh token and the name of the browser", async () => {
    const response = await requestToken("password", administrator, { "User-Agent": "x".repeat(600) });
    const session = (await response.json()) as SessionResponse;
    const [row] = await edge.database.asOwner(
      "select encode(token_hash, 'hex') as hash, refresh_tokens::text as all, user_agent from refresh_tokens join sessions on session_id = id",
    );
    expect(row).toMatchObject({ hash: hash(session.refresh_token), user_agent: "x".repeat(500) });
    expect(row?.all).not.toContain(session.refresh_token);
  });

  test("with all of a password of 128 characters of any kind, as it was chosen", async () => {
    const password = `${"aÑ 🌋\t<".repeat(21)}zz`;
    const { email } = await createConfirmedUser(edge, password);
    const signIn = async (triedPassword: string) =>
      (await requestToken("password", { email, password: triedPassword })).status;
    expect(await signIn(password)).toBe(200);
    for (const otherPassword of [
      password.toLowerCase(),
      password.slice(0, -1),
      `${password} `,
      password.replace("\t", " "),
    ]) {
      expect(await signIn(otherPassword)).toBe(400);
    }
  });

  test("however long ago the password was chosen", async () => {
    const { email, password } = await createConfirmedUser(edge);
    await edge.database.asOwner(
      `update accounts set created_at = created_at - interval '10 years', updated_at = updated_at - interval '10 years',
         email_confirmed_at = email_confirmed_at - interval '10 years' where email = $1`,
      [email],
    );
    expect((await requestToken("password", { email, password })).status).toBe(200);
  });

  test("and replaces a hash that was made with weaker parameters", async () => {
    const { email } = await createConfirmedUser(edge);
    await edge.database.asOwner("update accounts set password_hash = $1 where email = $2", [weakHash, email]);
    for (const _ of ["with the old hash", "with the new one"]) {
      expect((await requestToken("password", { email, password: "weak password" })).status).toBe(200);
    }
    expect((await findAccountRow(edge, email))?.password_hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
  });
});

describe("signing in is rejected", () => {
  test.each([
    [{ ...administrator, password: `${administrator.password} ` }],
    [{ ...administrator, password: administrator.password.slice(0, -2) }],
    [{ ...administrator, email: "nobody@guaria.example" }],
    [{ ...administrator, email: "' or true --" }],
    [{ ...administrator, email: "a\0b" }],
    [{ ...administrator, password: "" }],
    [{ email: administrator.email }],
  ])("with the same answer for an unknown address and a wrong password (%#)", async (fields) => {
    const response = await requestToken("password", fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
  });

  test("for an unconfirmed address, once the password is right", async () => {
    const confirm = (value: string) =>
      edge.database.asOwner(`update accounts set email_confirmed_at = ${value} where email = $1`, [
        visitor.email,
      ]);
    await confirm("null");
    const rightAnswer = await requestToken("password", visitor);
    const wrongAnswer = await requestToken("password", { ...visitor, password: "wrong" });
    await confirm("now()");
    expect(await readError(rightAnswer)).toBe("400 email_not_confirmed");
    expect(await readError(wrongAnswer)).toBe("400 invalid_credentials");
  });

  test("without a database query for a malformed refresh token", async () => {
    await edge.database.stop();
    const statuses = [];
    for (const token of ["x", "a".repeat(66), `${"a".repeat(64)}=`, "a".repeat(65)]) {
      const response = await edge.fetch(
        "/api/auth/token?grant_type=refresh_token",
        json({ refresh_token: token }),
      );
      statuses.push(response.status);
    }
    await edge.database.start();
    expect(statuses).toEqual([400, 400, 400, 503]);
  });

  test("in the error format of the client's version", async () => {
    const oldAnswer = await requestToken("password", { ...administrator, password: "x" }, {});
    expect(oldAnswer.headers.get("X-Supabase-Api-Version")).toBeNull();
    expect(await oldAnswer.json()).toEqual({
      code: 400,
      error_code: "invalid_credentials",
      msg: "Invalid login credentials",
    });
    const currentAnswer = await requestToken("password", { ...administrator, password: "x" });
    expect(currentAnswer.headers.get("X-Supabase-Api-Version")).toBe("2024-01-01");
    expect(await currentAnswer.json()).toEqual({
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
  });
});

describe("a refresh token", () => {
  test("that fifty calls exchange at once has one successor, and no session ends", async () => {
    const { refresh_token: parent } = await edge.signIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(parent)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const sessions = (await Promise.all(answers.map((answer) => answer.json()))) as SessionResponse[];
    expect(new Set(sessions.map((session) => session.refresh_token)).size).toBe(1);
    const rows = await edge.database.asOwner("select superseded_at is null as active from refresh_tokens");
    expect(rows.filter(({ active }) => active)).toHaveLength(1);
    expect(rows).toHaveLength(2);
    const [firstSession] = sessions as [SessionResponse];
    expect(await listStatuses(firstSession)).toEqual(activeStatuses);
    expect((await refresh(firstSession.refresh_token)).status).toBe(200);
  });

  const delays: [string, number][] = [
    ["0 seconds", 0],
    ["11 seconds", 11],
    ["10 minutes", 600],
    ["6 days", 6 * 86_400],
  ];

  test.each(delays)(
    "whose answer was lost yields the same successor %s later, with the client of Supabase",
    async (_, seconds) => {
      const auth = createClient();
      const { data } = await auth.signInWithPassword(administrator);
      const parent = data.session?.refresh_token as string;
      const lostSession = await refreshSession(parent);
      expect(await passTime(parent, seconds)).toHaveLength(1);
      const repeatedRefresh = await auth.refreshSession();
      expect(repeatedRefresh.error).toBeNull();
      expect(repeatedRefresh.data.session?.refresh_token).toBe(lostSession.refresh_token);
      expect(await listStatuses(repeatedRefresh.data.session as SessionResponse)).toEqual(activeStatuses);
      expect((await auth.refreshSession()).error).toBeNull();
    },
  );

  test.each(delays)(
    "that comes back %s after its successor was used ends the session, and no other",
    async (_, seconds) => {
      const [{ refresh_token: parent }, otherSession] = [await edge.signIn(), await edge.signIn()];
      const child = await refreshSession(parent);
      const current = await refreshSession(child.refresh_token);
      expect(await passTime(parent, seconds)).toHaveLength(1);
      const reusedAnswer = await refresh(parent);
      expect(await readError(reusedAnswer)).toBe("400 refresh_token_already_used");
      expect(await listStatuses(current)).toEqual(endedStatuses);
      expect((await refresh(current.refresh_token)).status).toBe(400);
      expect(await readError(await refresh(parent))).toBe("400 refresh_token_already_used");
      expect(await listStatuses(otherSession)).toEqual(activeStatuses);
      expect((await refresh(otherSession.refresh_token)).status).toBe(200);
    },
  );

  test("that is presented again keeps the session in use, within the session's limit", async () => {
    const { refresh_token: parent } = await edge.signIn();
    const { refresh_token: child } = await refreshSession(parent);
    await passTime(parent, 29 * 86_400);
    expect((await refreshSession(parent)).refresh_token).toBe(child);
    await passTime(parent, 2 * 86_400);
    expect((await refreshSession(parent)).refresh_token).toBe(child);
    await passTime(parent, 30 * 86_400);
    expect(await readError(await refresh(parent))).toBe("400 session_expired");
    expect((await refresh(child)).status).toBe(400);
  });

  test("and its successor, presented at the same moment, are handled one after the other", async () => {
    for (const order of ["parent first", "successor first"]) {
      const { refresh_token: parent } = await edge.signIn();
      const { refresh_token: child } = await refreshSession(parent);
      const tokens = order === "parent first" ? [parent, child] : [child, parent];
      const answers = await Promise.all([...tokens, ...tokens].map(refresh));
      const issuedTokens = new Set<string>();
      for (const answer of answers) {
        if (answer.ok) issuedTokens.add(((await answer.json()) as SessionResponse).refresh_token);
        else expect(await readError(answer)).toBe("400 refresh_token_already_used");
      }
      issuedTokens.delete(child);
      expect(issuedTokens.size).toBe(1);
      for (const refreshToken of [parent, child, ...issuedTokens])
        expect((await refresh(refreshToken)).status).toBe(400);
    }
  });
});

describe("signing out", () => {
  const signOut = (session: SessionResponse, scope = "") =>
    edge.fetch(`/api/auth/logout${scope && `?scope=${scope}`}`, {
      method: "POST",
      headers: { ...bearer(session), ...versioned },
    });

  test.each([
    ["", [endedStatuses, endedStatuses]],
    ["global", [endedStatuses, endedStatuses]],
    ["local", [endedStatuses, activeStatuses]],
    ["others", [activeStatuses, endedStatuses]],
  ])(
    "with the scope %j ends the sessions of that scope and their access tokens",
    async (scope, expectedStatuses) => {
      const [thisSession, otherSession, visitorSession] = [
        await edge.signIn(),
        await edge.signIn(),
        await edge.signIn(visitor),
      ];
      const response = await signOut(thisSession, scope);
      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect([await listStatuses(thisSession), await listStatuses(otherSession)]).toEqual(expectedStatuses);
      expect((await edge.fetch("/api/profile", { headers: bearer(visitorSession) })).status).toBe(200);
      expect((await refresh(thisSession.refresh_token)).status).toBe(
        expectedStatuses[0] === activeStatuses ? 200 : 400,
      );
    },
  );

  test("a second time finds no session and ends no other session", async () => {
    const [thisSession, otherSession] = [await edge.signIn(), await edge.signIn()];
    await signOut(thisSession, "local");
    const repeatedAnswer = await signOut(thisSession, "global");
    expect(await readError(repeatedAnswer)).toBe("403 session_not_found");
    expect(await listStatuses(otherSession)).toEqual(activeStatuses);
    expect(await readError(await refresh(thisSession.refresh_token))).toBe("400 refresh_token_not_found");
  });
});
