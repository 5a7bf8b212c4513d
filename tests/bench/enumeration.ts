import { say } from "#local/processes/terminal.ts";
import {
  createCaller,
  createConfirmedUser,
  createEmail,
  forgetLimits,
  goodPassword,
} from "../support/accounts.ts";
import type { Edge } from "../support/edge.ts";
import { createPasskeyFunctions } from "../support/passkeys-at.ts";
import { createRandom } from "../support/random.ts";
import { bearer, json } from "../support/requests.ts";
import { areaByChance, areaUnderCurve, median, roundTo, shuffle } from "./figures.ts";

/** Pairs of a known and an unknown address for each call. */
const pairs = 50;
/** Clients that make ordinary calls beside the measured ones under load. */
const loadClients = 3;
const seed = 40;

type AddressCall = (email: string) => Promise<Response>;

/**
 * Returns the time of a call in milliseconds. A call that the busy edge answers 503 is repeated.
 * @throws Error for 429, because a rejected call is shorter
 */
export async function measureCall(call: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now();
  const response = await call();
  await response.text();
  const time = performance.now() - startedAt;
  if (response.status === 503) return measureCall(call);
  if (response.status === 429) throw new Error(`${response.url} answered 429: an attempt limit was reached.`);
  return time;
}

/** Returns the calls that take an address, each from a new network. */
async function createCalls(edge: Edge): Promise<Record<string, AddressCall>> {
  const user = await createConfirmedUser(edge);
  const administrator = await createPasskeyFunctions(edge).administrator();
  const inviter = bearer(administrator.session ?? { access_token: "" });
  const post = (path: string, fields: object) => (email: string) =>
    createCaller(edge).call(path, { email, ...fields });
  return {
    "sign up": post("/signup", { password: goodPassword }),
    "sign in": post("/token?grant_type=password", { password: "wrong" }),
    recover: post("/recover", {}),
    "resend sign-up": post("/resend", { type: "signup" }),
    "resend change": post("/resend", { type: "email_change" }),
    "verify code": post("/verify", { type: "email", token: "123456" }),
    "change e-mail": (email) =>
      user.call("/user", { email, current_password: goodPassword }, bearer(user.session), "PUT"),
    "invite (administrator)": (email) =>
      edge.fetch("/api/administrators/invitations", json({ email }, inviter)),
    contact: (email) => edge.fetch("/api/contact", json({ name: "Ana", email })),
  };
}

/** Adds confirmed accounts with new addresses. Returns the addresses. */
async function addAccounts(edge: Edge, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, createEmail);
  await edge.database.asOwner(
    `with added as (
      insert into accounts (id, email, email_confirmed_at) select gen_random_uuid(), email, now()
      from unnest($1::text[]) email returning id
    ) insert into profiles (user_id) select id from added`,
    [emails],
  );
  return emails;
}

/** Runs ordinary calls beside `work` until it ends. */
async function runUnderLoad<Outcome>(edge: Edge, work: () => Promise<Outcome>): Promise<Outcome> {
  const session = await edge.signIn();
  const headers = bearer(session);
  const paths = [
    "/api/auth/settings",
    "/api/profile",
    "/api/submissions?limit=50",
    "/api/submissions/counts",
  ];
  let isDone = false;
  const clients = Array.from({ length: loadClients }, async (_, client) => {
    for (let round = client; !isDone; round += 1) {
      const response = await edge.fetch(paths[round % paths.length] ?? "", { headers });
      await response.text();
    }
  });
  try {
    return await work();
  } finally {
    isDone = true;
    await Promise.all(clients);
  }
}

/** Measures a call with known and unknown addresses in random order. No address is used twice. */
async function comparePairs(edge: Edge, call: AddressCall) {
  const random = createRandom(seed);
  const knownAddresses = (await addAccounts(edge, pairs)).map((email) => ({ email, isKnown: true }));
  const unknownAddresses = Array.from({ length: pairs }, () => ({ email: createEmail(), isKnown: false }));
  const [knownTimes, unknownTimes]: [number[], number[]] = [[], []];
  for (const { email, isKnown } of shuffle([...knownAddresses, ...unknownAddresses], random)) {
    // An attempt limit would shorten the call.
    await forgetLimits(edge);
    (isKnown ? knownTimes : unknownTimes).push(await measureCall(() => call(email)));
  }
  return {
    "known, ms": roundTo(median(knownTimes), 1),
    "unknown, ms": roundTo(median(unknownTimes), 1),
    "area under the curve": roundTo(areaUnderCurve(knownTimes, unknownTimes), 3),
  };
}

/**
 * Measures whether the time of a call reveals which addresses have an account, alone and beside other calls. The area
 * under the curve is then far from 0.5.
 */
export async function measureEnumeration(edge: Edge): Promise<void> {
  const calls = await createCalls(edge);
  const measureAll = async () => {
    const table: Record<string, object> = {};
    for (const [name, call] of Object.entries(calls)) table[name] = await comparePairs(edge, call);
    console.table(table);
  };
  const chance = areaByChance(pairs).toFixed(2);
  say(`${pairs} known and ${pairs} unknown addresses in random order; by chance 0.5 ± ${chance}.`);
  await measureAll();
  say(`The same beside ${loadClients} clients that make ordinary calls without a pause:`);
  await runUnderLoad(edge, measureAll);
}
