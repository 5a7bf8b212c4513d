import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { turnstileTimeoutMs } from "#functions/contact/turnstile.ts";
import type { FormStampAnswer } from "#functions/contract/answers.schema.ts";
import { turnstileHeader } from "#functions/contract/contact.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { startEdge, visitorTimeout } from "../support/edge.ts";
import { createAgedStamp, createScreening, createSender } from "../support/message-screening.ts";
import { formPost, json, origin } from "../support/requests.ts";
import { nightlyTest, signInForSuite, startForSuite } from "../support/suite.ts";

/** The behavior of the Turnstile stand-in: normal, status 503, no answer, or an invalid answer. */
type TurnstileBehavior = "fine" | "away" | "silent" | "rubbish";

/** The secret of the site at the stand-in. */
const turnstileSecret = "1x0000000000000000000000000000000AA";

type SiteverifyCall = { secret?: string; response?: string; idempotency_key?: string };

/**
 * Starts a stand-in for Turnstile's siteverify. A token works once, and again with the same idempotency key.
 * `good-ID@HOST` is a token that was issued at HOST.
 */
async function startTurnstile() {
  const calls: SiteverifyCall[] = [];
  const spent = new Map<string, string | undefined>();
  let behavior: TurnstileBehavior = "fine";

  function verify({ secret, response = "", idempotency_key: key }: SiteverifyCall): object {
    const createRefusal = (code: string) => ({ success: false, "error-codes": [code], messages: [] });
    if (secret !== turnstileSecret) return createRefusal("invalid-input-secret");
    const [, hostname] = /^good-[^@]*@(.+)$/.exec(response) ?? [];
    if (!hostname) return createRefusal("invalid-input-response");
    if (spent.has(response) && spent.get(response) !== key) return createRefusal("timeout-or-duplicate");
    spent.set(response, key);
    return {
      success: true,
      "error-codes": [],
      challenge_ts: new Date().toISOString(),
      hostname,
      action: "",
      cdata: "",
    };
  }

  const listener = await listenOnLoopback(0, async (request, response) => {
    const call = JSON.parse(Buffer.concat(await request.toArray()).toString()) as SiteverifyCall;
    calls.push(call);
    if (behavior === "silent") return;
    if (behavior === "away") response.writeHead(503).end();
    else if (behavior === "rubbish")
      response.writeHead(200).end("<!doctype html><title>Captive portal</title>");
    else response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(verify(call)));
  });
  return {
    url: `http://localhost:${listener.port}/turnstile/v0/siteverify`,
    /** The requests so far. */
    calls,
    set: (next: TurnstileBehavior) => {
      behavior = next;
    },
    close: listener.close,
  };
}

const turnstile = startForSuite(startTurnstile);
const edge = startForSuite(() =>
  startEdge({
    TURNSTILE_SITE_KEY: "1x00000000000000000000AA",
    TURNSTILE_SECRET: turnstileSecret,
    TURNSTILE_VERIFY_URL: turnstile.url,
  }),
);
const admin = signInForSuite(edge);
const { doubtsIn } = createScreening(edge, admin);
beforeEach(async () => {
  turnstile.set("fine");
  turnstile.calls.length = 0;
  await edge.forgetMessages();
});

const { hostname } = new URL(origin);
/** Returns an unused token. */
const newToken = (siteHostname = hostname) => `good-${randomUUID()}@${siteHostname}`;
/** Sends a message without a form stamp, and returns its status. */
const write = async (token: string | null, headers: Record<string, string> = {}, email = createSender()) => {
  const sentHeaders = { ...headers, ...(token !== null && { [turnstileHeader]: token }) };
  return (await edge.fetch("/api/contact", json({ name: "Ana", email }, sentHeaders))).status;
};
/** Lists the codes of the doubts of every message outside the spam folder. */
const listDoubtCodes = async () => (await doubtsIn("all")).map((doubts) => doubts.map(({ code }) => code));
const listAcknowledgements = () =>
  edge.database.asOwner("select 1 from outgoing_mails where kind = 'contact_acknowledgement'");
const getFormStamp = async () =>
  (await (await edge.fetch("/api/contact/form-stamp")).json()) as FormStampAnswer;

describe("on a site with Turnstile", () => {
  test("the form stamp comes with the site key", async () => {
    expect((await getFormStamp()).turnstile_site_key).toBe("1x00000000000000000000AA");
  });

  test("a message with a valid token has no doubt, and its sender gets an acknowledgement", async () => {
    const token = newToken();
    expect(await write(token)).toBe(201);
    expect(await listDoubtCodes()).toEqual([[]]);
    expect(await listAcknowledgements()).toHaveLength(1);
    expect(turnstile.calls).toEqual([
      { secret: turnstileSecret, response: token, idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/) },
    ]);
  });

  nightlyTest("a flood without tokens does not use up the rates of messages with tokens", async () => {
    const network = { "CF-Connecting-IP": "198.51.100.60" };
    const statuses = await Promise.all(Array.from({ length: 45 }, () => write(null, network)));
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(await write(newToken(), network)).toBe(201);
    expect(await listDoubtCodes()).toContainEqual([]);
  });

  test.each<[string, () => string]>([
    ["forged", () => "forged"],
    ["of another site", () => newToken("elsewhere.example")],
    ["of another site whose name ends like this one's", () => newToken(`not-${hostname}`)],
    ["longer than any", () => "x".repeat(2_049)],
  ])("a token that is %s marks the message for review only", async (_, token) => {
    expect(await write(token(), await createAgedStamp(edge.signingKey, 30))).toBe(201);
    expect(await listDoubtCodes()).toEqual([["turnstile_refused"]]);
    expect(await listAcknowledgements()).toEqual([]);
  });

  test("a token is valid for one message and its retries", async () => {
    const token = newToken();
    const key = { "Idempotency-Key": randomUUID() };
    const email = createSender();
    // Simulates a first attempt that got lost after the check.
    expect(await write(token, key, email)).toBe(201);
    await edge.database.asOwner("truncate contact_submissions, contact_receipts cascade");
    expect(await write(token, key, email)).toBe(201);
    expect(await listDoubtCodes()).toEqual([[]]);
    expect(await write(token, await createAgedStamp(edge.signingKey, 30))).toBe(201);
    expect(await listDoubtCodes()).toEqual([["turnstile_refused"], []]);
  });

  test("a message without a token is in the inbox with a doubt, and its sender gets an acknowledgement", async () => {
    expect(await write(null)).toBe(201);
    expect(await listDoubtCodes()).toEqual([["turnstile_missing"]]);
    expect(await listAcknowledgements()).toHaveLength(1);
    expect(turnstile.calls).toEqual([]);
  });

  test("moving a message without a token out of spam records nothing about its sender", async () => {
    await write(null);
    const [{ id } = {}] = await edge.database.asOwner("select id from contact_submissions");
    for (const spam of [true, false]) {
      const patch = { ...json({ spam }, admin), method: "PATCH" };
      expect((await edge.fetch(`/api/submissions/${id}`, patch)).status).toBe(200);
    }
    expect(await edge.database.asOwner("select 1 from known_senders")).toEqual([]);
  });

  test("a form without script works as without Turnstile", async () => {
    const response = await edge.fetch("/api/contact", formPost({ name: "Ana", email: createSender() }));
    expect(response.status).toBe(303);
    expect(await listDoubtCodes()).toEqual([["without_script"]]);
    expect(turnstile.calls).toEqual([]);
  });
});

describe("an outage of Turnstile", () => {
  test.each<[string, TurnstileBehavior]>([
    ["answers 503", "away"],
    ["answers with rubbish", "rubbish"],
  ])("that %s rejects no message and adds no doubt", async (_, weather) => {
    turnstile.set(weather);
    expect(await write(newToken())).toBe(201);
    expect(turnstile.calls).toHaveLength(1);
    expect(await listDoubtCodes()).toEqual([[]]);
    await expect.poll(() => edge.log()).toContain("turnstile_unavailable");
  });

  test("that never answers refuses no one, is no reason to doubt, and ends at its timeout", async () => {
    turnstile.set("silent");
    await edge.holdClock(async () => {
      const status = write(newToken());
      await expect.poll(() => turnstile.calls).toHaveLength(1);
      await edge.advanceClock(turnstileTimeoutMs);
      expect(await status).toBe(201);
    });
    expect(await listDoubtCodes()).toEqual([[]]);
    await expect.poll(() => edge.log()).toContain("turnstile_unavailable");
  });

  test("leaves time for the database within the three seconds of a visitor", () => {
    expect(turnstileTimeoutMs + Number(visitorTimeout.DATABASE_TIMEOUT_MS)).toBeLessThan(3_000);
  });

  test("or a wrong secret of the site adds no doubt to a message", async () => {
    await edge.redeploy({ TURNSTILE_SECRET: "of-another-widget" });
    expect(await write(newToken())).toBe(201);
    expect(await listDoubtCodes()).toEqual([[]]);
    await expect.poll(() => edge.log()).toContain("invalid-input-secret");
    expect(edge.log()).not.toContain("of-another-widget");
  });
});

test("a site without Turnstile ignores tokens and verifies nothing", async () => {
  await edge.redeploy({ TURNSTILE_SITE_KEY: "", TURNSTILE_SECRET: "" });
  expect(Object.keys(await getFormStamp())).toEqual(["stamp"]);
  expect(await write(newToken())).toBe(201);
  expect(await write(null)).toBe(201);
  expect(await listDoubtCodes()).toEqual([[], []]);
  expect(turnstile.calls).toEqual([]);
});
