import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AttemptLimit,
  limitCodesOf,
  limitMailCallsFrom,
  limitOneTimeTokensFrom,
  limitPasswordsFrom,
  limitSignUpsFrom,
} from "#functions/auth/attempts.ts";
import { toNetwork } from "#functions/auth/network.ts";
import {
  callerOf,
  forgetLimits,
  freshAddress,
  freshEmail,
  goodPassword,
  mailsTo,
  mailTo,
  newcomer,
} from "../support/accounts.ts";
import { type Edge, startEdge } from "../support/edge.ts";
import { bearer } from "../support/requests.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
  await edge.database.asOwner(
    `create function lengthen_backoff() returns trigger language plpgsql as $$
     begin
       new.blocked_until := greatest(new.blocked_until, case when new.blocked_until > now() then now() + interval '1 hour' end);
       return new;
     end $$`,
  );
});
afterAll(() => edge.close());
beforeEach(() => forgetLimits(edge));

const signIn = (email: string, password: string, address = freshAddress()) =>
  callerOf(edge, address).call("/token?grant_type=password", { email, password });
const statuses = (answers: Response[]) => answers.map(({ status }) => status);
const count = (all: number[], status: number) => all.filter((each) => each === status).length;
/** Makes calls at once, while every backoff that begins lasts for an hour; returns their statuses. */
const atOnce = async (calls: number, ask: () => Promise<Response>) => {
  await edge.database.asOwner(
    "create trigger lasting_backoffs before insert or update on attempt_limits for each row execute function lengthen_backoff()",
  );
  try {
    return statuses(await Promise.all(Array.from({ length: calls }, ask)));
  } finally {
    await edge.database.asOwner("drop trigger lasting_backoffs on attempt_limits");
  }
};
/** The backoffs that have begun are over. */
const wait = () =>
  edge.database.asOwner("update attempt_limits set blocked_until = now() where blocked_until is not null");
/** The backoffs that have begun do not end while a test looks at them. */
const hold = () =>
  edge.database.asOwner(
    "update attempt_limits set blocked_until = now() + interval '1 hour' where blocked_until is not null",
  );
const backoff = async () => {
  const [row] = await edge.database.asOwner(
    "select round(extract(epoch from blocked_until - updated_at))::int as seconds from attempt_limits where blocked_until > updated_at",
  );
  return row?.seconds;
};
/** As many attempts have counted. */
const counted = ({ key }: AttemptLimit, failures: number) =>
  edge.database.asOwner(
    `insert into attempt_limits (key, failures) values (decode($1, 'hex'), $2)
     on conflict (key) do update set failures = excluded.failures`,
    [key, failures],
  );
/** A day has passed since the last attempt of any kind, or as many hours. */
const pass = (hours: number) =>
  edge.database.asOwner(
    `update attempt_limits set ends_at = ends_at - make_interval(hours => $1),
       blocked_until = blocked_until - make_interval(hours => $1)`,
    [hours],
  );
const fail = async (times: number, email: string) => {
  const all: number[] = [];
  for (let round = 0; round < times; round += 1) all.push((await signIn(email, `wrong ${round}`)).status);
  return all;
};

describe("guessing the password of an account", () => {
  test.each(["known", "unknown"])(
    "goes no further than ten times and then ever slower (%s)",
    async (which) => {
      const email = which === "known" ? (await newcomer(edge)).email : freshEmail();
      await forgetLimits(edge);
      expect(new Set(await fail(10, email))).toEqual(new Set([400]));
      const backoffs: unknown[] = [];
      for (let round = 0; round < 10; round += 1) {
        expect(await fail(1, email)).toEqual([400]);
        backoffs.push(await backoff());
        await hold();
        const refused = await signIn(email, "wrong");
        expect(refused.status).toBe(429);
        const seconds = Number(refused.headers.get("Retry-After"));
        expect(seconds).toBeGreaterThan(3500);
        expect(seconds).toBeLessThanOrEqual(3600);
        expect(await refused.json()).toEqual({
          code: "over_request_rate_limit",
          message: "Request rate limit reached",
        });
        await wait();
      }
      expect(backoffs).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900]);
    },
  );

  test("at once gets no more tries than one after another", async () => {
    const { email } = await newcomer(edge);
    await forgetLimits(edge);
    const all = await atOnce(60, () => signIn(email, "wrong"));
    expect([count(all, 400), count(all, 429)]).toEqual([11, 49]);
    const [row] = await edge.database.asOwner(
      "select failures from attempt_limits order by failures desc limit 1",
    );
    expect(row?.failures).toBe(11);
  });

  test("is not helped by attempts that are refused: they are not counted", async () => {
    const email = freshEmail();
    await fail(11, email);
    await hold();
    expect(await fail(4, email)).toEqual([429, 429, 429, 429]);
    const [row] = await edge.database.asOwner("select max(failures) as failures from attempt_limits");
    expect(row).toEqual({ failures: 11 });
  });

  test("is forgotten after a quiet hour, and by a right password", async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    await fail(10, person.email);
    expect((await signIn(person.email, person.password)).status).toBe(200);
    expect(new Set(await fail(10, person.email))).toEqual(new Set([400]));
    await pass(1);
    expect(new Set(await fail(10, person.email))).toEqual(new Set([400]));
  });

  test("through a stolen session counts the same", async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    const change = (current_password: string) =>
      person.call(
        "/user",
        { password: "otra de mis frases", current_password },
        bearer(person.session),
        "PUT",
      );
    for (let round = 0; round < 11; round += 1) expect((await change("wrong")).status).toBe(400);
    await hold();
    expect((await change(person.password)).status).toBe(429);
    expect((await signIn(person.email, person.password)).status).toBe(429);
  });
});

describe("the owner of an account that is flooded", () => {
  test("gets in by the mailed link, and stays in where they were signed in before", async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    await fail(11, person.email);
    await hold();
    expect((await signIn(person.email, person.password)).status).toBe(429);

    const refreshed = await person.call("/token?grant_type=refresh_token", {
      refresh_token: person.session.refresh_token,
    });
    expect(refreshed.status).toBe(200);

    expect((await person.call("/recover", { email: person.email })).status).toBe(200);
    const { token } = await mailTo(edge, person.email, 2);
    const auth = person.client();
    expect((await auth.verifyOtp({ type: "recovery", token_hash: token })).error).toBeNull();
    expect((await auth.updateUser({ password: "otra de mis frases" })).error).toBeNull();
  });

  test("has a living link in the mailbox even when somebody floods the mails", async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    const ask = () => callerOf(edge).call("/recover", { email: person.email });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const seen: unknown[] = [];
    for (let round = 0; round < 7; round += 1) {
      seen.push(await backoff());
      await wait();
      await ask();
    }
    expect(seen).toEqual([60, 120, 240, 480, 960, 1800, 1800]);
    const mails = await mailsTo(edge, person.email, 9);
    expect((await person.call("/verify", { type: "recovery", token_hash: mails[0]?.token })).status).toBe(
      200,
    );
  });
});

describe("one client address", () => {
  test("has thirty failed sign-ins on whatever accounts, and then ever longer backoffs; others have none", async () => {
    const address = freshAddress();
    const all = await atOnce(50, () => signIn(freshEmail(), "wrong", address));
    expect([count(all, 400), count(all, 429)]).toEqual([31, 19]);
    const person = await newcomer(edge);
    const refused = await signIn(person.email, person.password, address);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await signIn(person.email, person.password)).status).toBe(200);
    const unnamed = await edge.fetch("/api/auth/token?grant_type=password", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address, "X-Real-IP": address },
      body: JSON.stringify({ email: person.email, password: person.password }),
    });
    expect(unnamed.status).toBe(200);
    const refresh = await callerOf(edge, address).call("/token?grant_type=refresh_token", {
      refresh_token: person.session.refresh_token,
    });
    expect(refresh.status).toBe(200);
  });

  test("gets back a right password only: the wrong ones before it still count, for the account no more", async () => {
    const address = freshAddress();
    const person = await newcomer(edge);
    await forgetLimits(edge);
    for (const wrong of ["one", "two", "three"]) await signIn(person.email, wrong, address);
    const failures = async () =>
      (await edge.database.asOwner("select failures from attempt_limits")).map(({ failures }) => failures);
    // The account's, the address's, its surroundings' and everyone's.
    expect(await failures()).toEqual([3, 3, 3, 3]);
    expect((await signIn(person.email, person.password, address)).status).toBe(200);
    expect(await failures()).toEqual([3, 3, 3]);
  });

  test("is a whole /64 in IPv6", async () => {
    await Promise.all(
      Array.from({ length: 31 }, (_, host) =>
        callerOf(edge, `2001:db8:1:2::${host}`).call("/verify", { type: "signup", token_hash: "x" }),
      ),
    );
    await hold();
    const status = async (address: string) =>
      (await callerOf(edge, address).call("/verify", { type: "signup", token_hash: "x" })).status;
    expect(await status("2001:db8:1:2:ffff::1")).toBe(429);
    expect(await status("2001:db8:1:3::1")).toBe(403);
  });

  test.each([
    ["/signup", 60, limitMailCallsFrom, () => ({ email: freshEmail(), password: goodPassword })],
    ["/recover", 60, limitMailCallsFrom, () => ({ email: freshEmail() })],
    ["/resend", 60, limitMailCallsFrom, () => ({ type: "signup", email: freshEmail() })],
    ["/verify", 30, limitOneTimeTokensFrom, () => ({ type: "signup", token_hash: "x" })],
  ])("calls %s %i times, and then ever slower", async (path, free, limitOf, fields) => {
    const { call, address } = callerOf(edge);
    const left = 5;
    const [own] = await limitOf(toNetwork(address));
    await counted(own as AttemptLimit, free - left);
    const all = await atOnce(15, () => call(path, fields()));
    expect(count(all, 429)).toBe(15 - (left + 1));
    const [row] = await edge.database.asOwner("select max(failures) as failures from attempt_limits");
    expect(row?.failures).toBe(free + 1);
    const refused = await call(path, fields());
    expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
    expect((await callerOf(edge).call(path, fields())).status).not.toBe(429);
  });

  test("may spend any number of links: only those that are none count", async () => {
    const { call } = callerOf(edge);
    const spend = (token_hash: string) => call("/verify", { type: "signup", token_hash });
    for (let round = 0; round < 30; round += 1) expect((await spend("x")).status).toBe(403);
    for (let round = 0; round < 3; round += 1) {
      const email = freshEmail();
      await callerOf(edge).call("/signup", { email, password: goodPassword });
      expect((await spend((await mailTo(edge, email)).token)).status).toBe(200);
    }
    expect((await spend("x")).status).toBe(403);
    await hold();
    expect((await spend("x")).status).toBe(429);
  });
});

describe("what a whole network, or everyone, may do", () => {
  const password = (address: string) => signIn(freshEmail(), "wrong", address);
  const recovery = (address: string) => callerOf(edge, address).call("/recover", { email: freshEmail() });
  const link = (address: string) =>
    callerOf(edge, address).call("/verify", { type: "signup", token_hash: "x" });
  const code = (address: string) =>
    callerOf(edge, address).call("/verify", { type: "signup", email: freshEmail(), token: "000000" });
  const signUp = (address: string) =>
    callerOf(edge, address).call("/signup", { email: freshEmail(), password: goodPassword });
  /** The rule for all that is near an address. */
  const near = (limits: AttemptLimit[]) => limits[1] as AttemptLimit & { most: number };

  test.each([
    ["passwords", limitPasswordsFrom, password, 400],
    ["links", limitOneTimeTokensFrom, link, 403],
    ["codes", limitOneTimeTokensFrom, code, 403],
    ["calls that mail", limitMailCallsFrom, recovery, 200],
  ] as const)(
    "%s: the /48 of an address, or its /24, has a count of its own, for an hour",
    async (_, limitsOf, ask, free) => {
      for (const [first, neighbour, stranger] of [
        ["2001:db8:7:1::1", "2001:db8:7:fffe::1", "2001:db8:8:1::1"],
        ["203.0.113.7", "203.0.113.200", "203.0.114.7"],
      ] as const) {
        const rule = near(await limitsOf(toNetwork(first)));
        await counted(rule, rule.most - 2);
        expect(statuses([await ask(first), await ask(first), await ask(neighbour)])).toEqual([
          free,
          free,
          429,
        ]);
        expect((await ask(stranger)).status).toBe(free);
        await pass(1);
        expect((await ask(neighbour)).status).toBe(free);
      }
    },
  );

  test("is not used up from one address: what is refused there counts for nothing else", async () => {
    const address = "2001:db8:9:1::1";
    const [own, around] = await limitOneTimeTokensFrom(toNetwork(address));
    await counted(own as AttemptLimit, 30);
    await link(address);
    await hold();
    for (let round = 0; round < 5; round += 1) expect((await link(address)).status).toBe(429);
    const [row] = await edge.database.asOwner(
      "select failures from attempt_limits where key = decode($1, 'hex')",
      [(around as AttemptLimit).key],
    );
    expect(row).toEqual({ failures: 1 });
  });

  test("never keeps a mailed link from being spent, whatever else came from its network", async () => {
    const address = "2001:db8:a:1::1";
    const email = freshEmail();
    await callerOf(edge).call("/signup", { email, password: goodPassword });
    const { token } = await mailTo(edge, email);
    for (const rule of await limitOneTimeTokensFrom(toNetwork(address))) await counted(rule, 1_000);
    await link(address);
    await hold();
    expect((await link(address)).status).toBe(429);
    const spent = await callerOf(edge, address).call("/verify", { type: "signup", token_hash: token });
    expect(spent.status).toBe(200);
  });

  type Total = AttemptLimit & { most: number };
  test("codes: all together have a count, too, for an hour", async () => {
    const rule = (await limitCodesOf("any"))[1] as Total;
    await counted(rule, rule.most - 1);
    expect((await code(freshAddress())).status).toBe(403);
    const refused = await code(freshAddress());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    await pass(1);
    expect((await code(freshAddress())).status).toBe(403);
  });

  test.each([
    ["passwords", limitPasswordsFrom, password, 400],
    ["sign-ups", limitSignUpsFrom, signUp, 200],
  ] as const)(
    "%s: once all together are used up, they are refused where much was tried, and nowhere else",
    async (_, limitsOf, ask, free) => {
      const [busy, neighbour, calm] = ["2001:db8:b:1::1", "2001:db8:b:2::1", "2001:db8:c:1::1"] as const;
      const [, around, all] = (await limitsOf(toNetwork(busy))) as [AttemptLimit, AttemptLimit, Total];
      await counted(all, all.most - 1);
      await counted(around, 10);
      expect((await ask(busy)).status).toBe(free);
      const refused = await ask(neighbour);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
      for (let round = 0; round < 10; round += 1) expect((await ask(calm)).status).toBe(free);
      expect((await ask(calm)).status).toBe(429);
      await pass(1);
      expect(statuses([await ask(neighbour), await ask(calm)])).toEqual([free, free]);
    },
  );

  test("used up by others, is no longer wait than one's own backoff for who is refused for that", async () => {
    const { email } = await newcomer(edge);
    await forgetLimits(edge);
    const all = (await limitPasswordsFrom(toNetwork("10.0.0.1")))[2] as Total;
    await counted(all, all.most - 1);
    await password(freshAddress());
    await fail(11, email);
    await edge.database.asOwner(
      "update attempt_limits set blocked_until = now() + interval '30 minutes' where failures = 11 and blocked_until is not null",
    );
    const refused = await signIn(email, "wrong");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(1_800);
  });
});

describe("a mailed code", () => {
  const recovery = async () => {
    const person = await newcomer(edge);
    await forgetLimits(edge);
    await person.call("/recover", { email: person.email });
    return { ...person, mail: await mailTo(edge, person.email, 2) };
  };
  const type = (email: string, token: string) =>
    callerOf(edge).call("/verify", { type: "recovery", email, token });
  const wrongFor = ({ code }: { code: string }) => (code === "000000" ? "111111" : "000000");

  test("can be typed for ten minutes, while its link is good for longer", async () => {
    const person = await recovery();
    const age = (minutes: number) =>
      edge.database.asOwner(
        `update one_time_tokens set created_at = now() - make_interval(mins => $1), expires_at = now() + interval '50 minutes'
         where email = $2 and purpose = 'recovery'`,
        [minutes, person.email],
      );
    await age(10);
    expect((await type(person.email, person.mail.code)).status).toBe(403);
    await age(9);
    expect((await type(person.email, person.mail.code)).status).toBe(200);
    await forgetLimits(edge);
    await person.call("/recover", { email: person.email });
    const { token } = await mailTo(edge, person.email, 3);
    await age(11);
    expect((await person.call("/verify", { type: "recovery", token_hash: token })).status).toBe(200);
  });

  test.each(["known", "unknown"])(
    "is guessed twenty times a day for an address at most, from wherever, mails or no mails (%s)",
    async (which) => {
      const known = await recovery();
      const email = which === "known" ? known.email : freshEmail();
      const wrong = wrongFor(known.mail);
      for (let tried = 0; tried < 20; tried += 1) {
        if (tried % 5 === 4) await callerOf(edge).call("/recover", { email });
        expect((await type(email, wrong)).status).toBe(403);
      }
      const refused = await type(email, wrong);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(86_000);
      await pass(23);
      expect((await type(email, wrong)).status).toBe(429);
      await pass(1);
      expect((await type(email, wrong)).status).toBe(403);
    },
  );

  test("that was right gives back its own try and no other", async () => {
    const { email, mail } = await recovery();
    const [ofAddress] = await limitCodesOf(email);
    await counted(ofAddress as AttemptLimit, 18);
    expect((await type(email, mail.code)).status).toBe(200);
    expect(
      statuses([await type(email, "000000"), await type(email, "000000"), await type(email, "000000")]),
    ).toEqual([403, 403, 429]);
  });

  test("of someone who cannot type one any more has a link beside it that works", async () => {
    const { email, mail } = await recovery();
    const [ofAddress] = await limitCodesOf(email);
    await counted(ofAddress as AttemptLimit, 19);
    await type(email, wrongFor(mail));
    expect((await type(email, mail.code)).status).toBe(429);
    const opened = await callerOf(edge).call("/verify", { type: "recovery", token_hash: mail.token });
    expect(opened.status).toBe(200);
  });
});

describe("nobody learns who has an account", () => {
  const own = /^(id|.*_id|.*_at|email|sub)$/;
  const shape = async (answer: Response) => {
    const kinds = JSON.parse(await answer.text(), (key, value) => (own.test(key) ? typeof value : value));
    return { status: answer.status, kinds };
  };
  const calls = (email: string): [string, unknown][] => [
    ["/signup", { email, password: "otra de mis frases", data: { name: "Ana" } }],
    ["/token?grant_type=password", { email, password: "otra de mis frases" }],
    ["/token?grant_type=password", { email, password: "wrong" }],
    ["/recover", { email }],
    ["/resend", { type: "signup", email }],
    ["/resend", { type: "email_change", email }],
    ["/verify", { type: "signup", email, token: "000000" }],
    ["/verify", { type: "recovery", email, token: "000000" }],
  ];

  test.each(["up", "down"])("from status and body, while the mailer is %s", async (mailer) => {
    const { email } = await newcomer(edge);
    await forgetLimits(edge);
    const waiting = freshEmail();
    await callerOf(edge).call("/signup", { email: waiting, password: goodPassword });
    if (mailer === "down") await edge.mailbox.stop();
    const told = async (address: string) => {
      const answers: unknown[] = [];
      for (const [path, fields] of calls(address))
        answers.push(await shape(await callerOf(edge).call(path, fields)));
      return answers;
    };
    const unknown = await told(freshEmail());
    const known = await told(email);
    const unconfirmed = await told(waiting);
    if (mailer === "down") await edge.mailbox.start();
    expect(known).toEqual(unknown);
    expect(unconfirmed).toEqual(unknown);
    expect(unknown.map((answer) => (answer as { status: number }).status)).toEqual([
      200, 400, 400, 200, 200, 200, 403, 403,
    ]);
  });

  test("from coming back later, however often a mail is asked for again and whatever the owner does", async () => {
    const owner = await newcomer(edge);
    const [guessed, again] = ["la frase de quien pregunta", "la frase de otro intento"];
    const later = async (hours: number) => {
      await forgetLimits(edge);
      await edge.database.asOwner(
        `update one_time_tokens set created_at = created_at - make_interval(hours => $1),
           spent_at = spent_at - make_interval(hours => $1), expires_at = expires_at - make_interval(hours => $1)`,
        [hours],
      );
    };
    const [known, unknown] = [owner.email, freshEmail()];
    const told: Record<string, unknown[]> = { [known]: [], [unknown]: [] };
    const ask = async (path: string, fields: object) => {
      for (const email of [known, unknown]) {
        const answer = await shape(await callerOf(edge).call(path, { email, ...fields }));
        const { status, kinds } = answer as { status: number; kinds: { code?: string } };
        told[email]?.push(kinds.code ?? status);
      }
    };
    const comeBack = async () => {
      for (const password of [guessed, again]) await ask("/token?grant_type=password", { password });
    };

    await later(25);
    await ask("/signup", { password: guessed });
    await comeBack();
    await later(20);
    await ask("/resend", { type: "signup" });
    await comeBack();
    await later(20);
    await comeBack();
    await ask("/signup", { password: again });
    await comeBack();
    const changed = await owner.auth.updateUser({
      password: "otra de mis frases",
      current_password: goodPassword,
    });
    expect(changed.error).toBeNull();
    await comeBack();
    await later(25);
    await comeBack();
    await ask("/resend", { type: "signup" });
    await comeBack();
    const [first, second, no] = ["email_not_confirmed", "email_not_confirmed", "invalid_credentials"];
    expect(told[unknown]).toEqual([
      ...[200, first, no, 200, first, no, first, no],
      ...[200, no, second, no, second, no, no, 200, no, second],
    ]);
    expect(told[known]).toEqual(told[unknown]);
  });

  test("while sign-up is closed: every address is refused alike, and all else goes on", async () => {
    const { email, password } = await newcomer(edge);
    const begun = freshEmail();
    await callerOf(edge).call("/signup", { email: begun, password: goodPassword });
    const { token } = await mailTo(edge, begun);
    const disabled = async () =>
      ((await (await edge.fetch("/api/auth/settings")).json()) as { disable_signup: boolean }).disable_signup;
    expect(await disabled()).toBe(false);
    await edge.redeploy({ SIGN_UP: "closed" });
    try {
      expect(await disabled()).toBe(true);
      const traces = () =>
        edge.database.asOwner("select id::text from accounts union all select id::text from outgoing_mails");
      const before = await traces();
      for (const address of [email, begun, freshEmail(), "no address"]) {
        const { data, error } = await callerOf(edge).client().signUp({ email: address, password: "x" });
        expect(data.user).toBeNull();
        expect(error).toMatchObject({ status: 422, code: "signup_disabled" });
      }
      expect(await traces()).toEqual(before);
      expect((await signIn(email, password)).status).toBe(200);
      const opened = await callerOf(edge).call("/verify", { type: "signup", token_hash: token });
      expect(opened.status).toBe(200);
    } finally {
      await edge.redeploy({});
    }
  });

  test("from the limits: they count for addresses without an account too", async () => {
    const told = async (email: string) => {
      const first = await fail(11, email);
      await hold();
      return [...first, ...(await fail(2, email))];
    };
    const unknown = await told(freshEmail());
    expect(unknown).toEqual([...Array(11).fill(400), 429, 429]);
    expect(await told((await newcomer(edge)).email)).toEqual(unknown);
  });
});
