import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toNetwork } from "#functions/auth/network.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { proofHeader } from "#functions/contract/proof.ts";
import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { findRates, type Rate } from "#functions/spam/rates.ts";
import { agedProof, proofOf, unworkedProof } from "../support/contact-proof.ts";
import { type Edge, startEdge, visitorsPatience } from "../support/edge.ts";
import { bearer, json, origin } from "../support/requests.ts";

let edge: Edge;
let admin: Record<string, string>;
beforeAll(async () => {
  edge = await startEdge();
  admin = bearer(await edge.signIn());
});
afterAll(() => edge.close());
beforeEach(() =>
  edge.database.asOwner(
    "truncate contact_submissions, contact_receipts, outgoing_mails, message_rates, known_senders",
  ),
);

const from = (address: string) => ({ "CF-Connecting-IP": address });
const newSender = () => `${randomUUID()}@cliente.example`;
const write = (fields: object = {}, headers: Record<string, string> = {}) =>
  edge.fetch("/api/contact", json({ name: "Ana", email: newSender(), ...fields }, headers));
/** The header of a form that was opened `seconds` ago. */
const openedAgo = (seconds: number, bits?: number) => agedProof(edge.signingKey, seconds, bits);
const post = (fields: Record<string, string>) =>
  edge.fetch("/api/contact", {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ name: "Ana", email: newSender(), ...fields }).toString(),
  });

async function inbox(filter = "all"): Promise<ScreenedSubmission[]> {
  const answer = await edge.fetch(`/api/submissions?filter=${filter}&include=doubts&limit=100`, {
    headers: admin,
  });
  return ((await answer.json()) as { items: ScreenedSubmission[] }).items;
}
const doubtsIn = async (filter: string) => (await inbox(filter)).map(({ doubts }) => doubts);
const mails = async () =>
  (await edge.database.asOwner("select kind from outgoing_mails order by kind")).map(({ kind }) => kind);
const both = ["contact_acknowledgement", "contact_notice"];

describe("a message", () => {
  test("of a form that has done its work is not doubtful: the company and its sender are told", async () => {
    expect((await write({ message: "Hola" }, await openedAgo(30))).status).toBe(201);
    expect(await doubtsIn("all")).toEqual([[]]);
    expect(await mails()).toEqual(both);
  });

  test("of a program that knows the API is in the inbox, with its reason", async () => {
    await write();
    expect(await doubtsIn("all")).toEqual([[{ code: "unproved" }]]);
    expect(await mails()).toEqual(both);
  });

  test("without script is in the inbox to be looked at, and its sender gets no mail", async () => {
    expect((await post({ message: "Hola", website: "" })).status).toBe(303);
    expect(await doubtsIn("all")).toEqual([[{ code: "without_script" }]]);
    expect(await mails()).toEqual(["contact_notice"]);
  });

  test("that fills in what people do not see is spam, and told that it was sent", async () => {
    const response = await post({ message: "Hola", website: "http://a.example" });
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      expect.stringMatching(/^\/contacto\?reference=[\dA-F]{4}-[\dA-F]{4}#enviado$/),
    ]);
    expect(await inbox()).toEqual([]);
    expect(await doubtsIn("spam")).toEqual([[{ code: "trap" }, { code: "without_script" }]]);
    expect(await mails()).toEqual([]);
  });

  test("with three links that is sent as soon as its form is opened is spam, and says so", async () => {
    const response = await write(
      { message: "http://a.example http://b.example http://c.example" },
      await openedAgo(1, 1),
    );
    expect(response.status).toBe(201);
    expect(await doubtsIn("spam")).toEqual([
      [
        { code: "links", count: 3 },
        { code: "hurried", count: expect.any(Number) },
      ],
    ]);
    expect(await mails()).toEqual([]);
  });

  test("with one reason alone is in the inbox to be looked at, and its sender gets no mail", async () => {
    await write({ message: "We sell payday loans" }, await openedAgo(30));
    expect(await doubtsIn("all")).toEqual([[{ code: "phrases" }]]);
    expect(await mails()).toEqual(["contact_notice"]);
  });

  test("with a link is doubtful when the same came twice from elsewhere that day", async () => {
    const message = "Vea https://a.example  hoy";
    for (let time = 0; time < 2; time++) await write({ message: message.toUpperCase() }, await openedAgo(30));
    await write({ message }, await openedAgo(30));
    expect(await doubtsIn("all")).toEqual([[{ code: "repeated", count: 3 }], [], []]);
  });

  test("of a program is acknowledged to twenty strangers an hour from one network", async () => {
    const network = from("198.51.100.40");
    for (let time = 0; time < 25; time++) {
      await edge.database.asOwner(
        "delete from message_rates where counted >= 10 and ends_at < now() + interval '61 seconds'",
      );
      await write({}, network);
    }
    expect((await mails()).filter((kind) => kind === "contact_acknowledgement")).toHaveLength(20);
    expect((await mails()).filter((kind) => kind === "contact_notice")).toHaveLength(25);
  });

  test("to the same address is acknowledged once a day", async () => {
    const email = newSender();
    for (let time = 0; time < 3; time++) await write({ email }, await openedAgo(30));
    expect((await mails()).filter((kind) => kind === "contact_acknowledgement")).toHaveLength(1);
    expect((await mails()).filter((kind) => kind === "contact_notice")).toHaveLength(3);
  });

  test("has the shape of the contract where its doubts are not asked for", async () => {
    await write();
    const [{ doubts: _, ...plain } = {} as ScreenedSubmission] = await inbox();
    const list = await edge.fetch("/api/submissions", { headers: admin });
    expect(((await list.json()) as { items: unknown[] }).items).toEqual([plain]);
    const one = (query = "") => edge.fetch(`/api/submissions/${plain.id}${query}`, { headers: admin });
    expect(await (await one()).json()).toEqual(plain);
    expect(await (await one("?include=doubts")).json()).toEqual({ ...plain, doubts: [{ code: "unproved" }] });
  });
});

describe("a proof", () => {
  test("is made of a challenge that anyone gets", async () => {
    const response = await edge.fetch("/api/contact/challenge");
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(await response.json()).toEqual({ challenge: expect.stringMatching(/^\S{100,1000}$/), bits: 14 });
    await write({}, await proofOf((path) => edge.fetch(path)));
    expect(await doubtsIn("all")).toEqual([[{ code: "hurried", count: expect.any(Number) }]]);
  });

  test("is as good after a day in its browser", async () => {
    await write({}, await openedAgo(86_400));
    expect(await doubtsIn("all")).toEqual([[]]);
  });

  test.each([
    ["older than two days", () => openedAgo(2 * 86_400 + 1)],
    ["without its work", () => unworkedProof(edge.signingKey, 30)],
    ["cut short", async () => ({ [proofHeader]: (await openedAgo(30))[proofHeader]?.slice(0, 90) ?? "" })],
    ["signed by no one", async () => ({ [proofHeader]: `${btoa("{}")}.${btoa("{}")}. 1` })],
    ["of another kind of token", async () => ({ [proofHeader]: `${admin.Authorization?.slice(7)} 1` })],
  ])("that is %s is none", async (_, forge) => {
    await write({}, await forge());
    expect(await doubtsIn("all")).toEqual([[{ code: "unproved" }]]);
  });

  test("is good for a few messages, not for many", async () => {
    const proof = await openedAgo(30);
    for (let time = 0; time < 5; time++) await write({}, proof);
    expect(await inbox()).toHaveLength(3);
    expect(await doubtsIn("spam")).toEqual([[{ code: "flood", count: 5 }], [{ code: "flood", count: 4 }]]);
  });
});

describe("a flood", () => {
  const flood = async (count: number, headers: (index: number) => Record<string, string>) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => write({}, headers(index))));
    return answers.map(({ status }) => status);
  };
  const tally = (statuses: number[]) =>
    [201, 429].map((status) => statuses.filter((each) => each === status).length);

  test("of 100 messages from one network leaves ten in the inbox, and its real senders get through", async () => {
    const network = from("198.51.100.7");
    const proofs = await Promise.all(Array.from({ length: 3 }, () => openedAgo(30)));
    const [statuses, ...real] = await Promise.all([
      flood(100, () => network),
      ...proofs.map((proof) => write({ name: "Persona" }, { ...network, ...proof })),
    ]);
    expect(real.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(tally(statuses)).toEqual([40, 60]);
    const people = (await inbox()).filter(({ name }) => name === "Persona");
    expect(people.map(({ doubts }) => doubts)).toEqual([[], [], []]);
    expect(await inbox()).toHaveLength(13);
    expect(await inbox("spam")).toHaveLength(30);
    expect((await mails()).filter((kind) => kind === "contact_notice")).toHaveLength(13);
  });

  test("of proved messages has all but four looked at, and is spam beyond twenty", async () => {
    const proofs = await Promise.all(Array.from({ length: 65 }, () => openedAgo(30)));
    const statuses = await flood(65, (index) => ({ ...from("198.51.100.8"), ...proofs[index] }));
    expect(tally(statuses)).toEqual([60, 5]);
    const doubts = await doubtsIn("all");
    expect(doubts.filter((each) => each.length === 0)).toHaveLength(4);
    expect(doubts.filter(([doubt]) => doubt?.code === "flood")).toHaveLength(16);
    expect(await inbox("spam")).toHaveLength(40);
  });

  /** Returns the rates that belong to the network of `address` alone, and those that every network shares. */
  async function splitRates(address: string, isProved: boolean) {
    const find = (from: string) =>
      findRates({} as ContactMessage, toNetwork(from), { isProved, proof: null });
    const rates = await find(address);
    const [neighbour, stranger] = await Promise.all([find("198.51.100.0"), find("192.0.2.0")]);
    const isIn = (others: Rate[], { key }: Rate) => others.some((other) => other.key === key);
    return {
      networkRates: rates.filter((rate) => !isIn(neighbour, rate)),
      sharedRates: rates.filter((rate) => isIn(stranger, rate)),
    };
  }
  const setCount = ({ key }: Rate, counted: number) =>
    edge.database.asOwner(
      `insert into message_rates (key, counted, ends_at) values (decode($1, 'hex'), $2, now() + interval '1 hour')
       on conflict (key) do update set counted = excluded.counted`,
      [key, counted],
    );

  test.each([
    ["without proofs", "198.51.100.20", { isProved: false, firstMessages: 10 }],
    ["by one proof", "198.51.100.21", { isProved: true, firstMessages: 4 }],
  ])(
    "from one network uses up nothing of anyone else's after its first messages (%s)",
    async (_, address, { isProved, firstMessages }) => {
      const headers = { ...from(address), ...(isProved && (await openedAgo(30))) };
      const { networkRates, sharedRates } = await splitRates(address, isProved);
      // Besides the first messages of the flood, the shared rates accept one more without a doubt.
      for (const rate of sharedRates) await setCount(rate, rate.free - firstMessages - 1);
      await write({}, headers);
      await edge.database.asOwner("update message_rates set ends_at = now() + interval '1 hour'");
      expect(tally(await flood(24, () => headers))).toEqual([24, 0]);
      // The rates of a minute come first: a message beyond the rate of the hour does not count against them.
      for (const rate of networkRates.filter(({ most }) => most !== null).reverse()) {
        await setCount(rate, rate.free);
        expect(tally(await flood(5, () => headers))).toEqual([5, 0]);
        await setCount(rate, rate.most as number);
        expect(tally(await flood(5, () => headers))).toEqual([0, 5]);
      }
      await write({ name: "Persona" });
      await write({ name: "Persona" }, await openedAgo(30));
      const people = (await inbox()).filter(({ name }) => name === "Persona");
      expect(people.map(({ doubts }) => doubts)).toEqual([[], [{ code: "unproved" }]]);
    },
  );

  test("from a network that asks for many challenges makes each of them more work", async () => {
    const ask = async (address: string) =>
      (
        (await (await edge.fetch("/api/contact/challenge", { headers: from(address) })).json()) as {
          bits: number;
        }
      ).bits;
    const bits: number[] = [];
    for (let time = 0; time < 40; time++) bits.push(await ask("198.51.100.30"));
    expect([bits[0], bits[7], bits[8], bits[16], bits[39]]).toEqual([14, 14, 15, 16, 17]);
    expect(await ask("198.51.100.31")).toBe(14);
  });

  test("from all addresses of a /64 is one network's", async () => {
    const statuses = await flood(50, (index) => from(`2001:db8:1:2:${index.toString(16)}::1`));
    expect(tally(statuses)).toEqual([40, 10]);
    expect(await inbox()).toHaveLength(10);
  });

  test("from many networks of a /48 leaves thirty in the inbox", async () => {
    const statuses = await flood(130, (index) => from(`2001:db8:1:${(index >> 2).toString(16)}::1`));
    expect(tally(statuses)).toEqual([120, 10]);
    expect(await inbox()).toHaveLength(30);
  });

  test("is told how long to wait, and the same message is taken then", async () => {
    const network = from("198.51.100.9");
    await flood(40, () => network);
    await edge.database.asOwner("update message_rates set ends_at = now() + interval '1 hour'");
    const key = { "Idempotency-Key": randomUUID() };
    const email = newSender();
    const refused = await write({ email }, { ...network, ...key });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(await refused.json()).toMatchObject({ code: "too_many_requests" });

    await edge.database.asOwner("update message_rates set ends_at = now()");
    const taken = await write({ email }, { ...network, ...key });
    expect(taken.status).toBe(201);
    expect(await (await write({ email }, { ...network, ...key })).json()).toEqual(await taken.json());
  });

  test("by forms without script has each of them back, filled in", async () => {
    const network = from("198.51.100.10");
    await flood(40, () => network);
    const response = await edge.fetch("/api/contact", {
      method: "POST",
      headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded", ...network },
      body: "name=Ana&email=ana@cliente.example",
    });
    // There are no pages beside this edge: where the form itself cannot be had, its address says what has happened.
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/contacto#error-unavailable"]);
  });

  test("of the same key counts once", async () => {
    const headers = { ...from("198.51.100.11"), "Idempotency-Key": randomUUID() };
    const email = newSender();
    for (let time = 0; time < 12; time++) expect((await write({ email }, headers)).status).toBe(201);
    await write({}, from("198.51.100.11"));
    expect(await inbox()).toHaveLength(2);
  });

  test("while the database is away is in the spam once it is back, and nothing of it is refused", async () => {
    const network = from("198.51.100.12");
    await edge.redeploy(visitorsPatience);
    await edge.database.stop();
    const statuses = await flood(50, () => network).finally(() => edge.database.start());
    await edge.redeploy({});
    expect(new Set(statuses)).toEqual(new Set([202]));
    await write({}, from("198.51.100.13"));
    await expect.poll(async () => (await inbox("spam")).length + (await inbox()).length).toBe(51);
    // Ten of each minute in which they came, of which there may be two.
    const left = (await inbox()).length;
    expect([11, 21]).toContain(left);
  });
});

describe("what administrators say", () => {
  const patch = (id: string, spam: boolean) =>
    edge.fetch(`/api/submissions/${id}`, { ...json({ spam }, admin), method: "PATCH" });
  const block = (id: string) =>
    edge.fetch(`/api/submissions/${id}/block`, { method: "POST", headers: admin });
  const doubtful = { message: "http://a.example http://b.example http://c.example" };

  test("what is undone is forgotten", async () => {
    const [honest, doubted] = [newSender(), newSender()];
    await write({ email: honest });
    const [{ id } = {} as ScreenedSubmission] = await inbox();
    await patch(id, true);
    await patch(id, false);
    expect(await edge.database.asOwner("select from known_senders")).toEqual([]);

    await write({ email: doubted, ...doubtful });
    const [spam] = await inbox("spam");
    await block(spam?.id ?? "");
    await patch(spam?.id ?? "", false);
    await patch(spam?.id ?? "", true);
    expect(await edge.database.asOwner("select verdict, was_blocked from known_senders")).toEqual([
      { verdict: "blocked", was_blocked: false },
    ]);
  });

  test("a sender who is trusted is not forgiven what only programs do", async () => {
    const email = newSender();
    await write({ email, ...doubtful });
    await patch((await inbox("spam"))[0]?.id ?? "", false);
    await post({ email, website: "x" });
    expect(await doubtsIn("spam")).toEqual([[{ code: "trap" }, { code: "without_script" }]]);
  });

  test("a sender whose message is no spam may write whatever is doubtful", async () => {
    const email = newSender();
    await write({ email, ...doubtful });
    const [{ id } = {} as ScreenedSubmission] = await inbox("spam");
    expect((await patch(id, false)).status).toBe(200);
    await write({ email: email.toUpperCase(), ...doubtful });
    expect(await inbox()).toHaveLength(2);
    // Until one of them is put there.
    await patch(id, true);
    await write({ email, ...doubtful });
    expect(await inbox("spam")).toHaveLength(2);
  });

  test("all that a blocked sender has sent and sends is spam, until one of it is not", async () => {
    const email = newSender();
    await write({ email });
    await write({ email: email.toUpperCase() });
    await write();
    const [, , { id }] = (await inbox()) as [unknown, unknown, ScreenedSubmission];
    const answer = await block(id);
    expect(answer.status).toBe(200);
    const { ids } = (await answer.json()) as { ids: string[] };
    expect(ids.toSorted()).toEqual((await inbox("spam")).map((each) => each.id).toSorted());
    expect(ids).toHaveLength(2);
    expect(await (await block(id)).json()).toEqual({ ids: [] });

    await write({ email }, await openedAgo(30));
    const [newest] = await inbox("spam");
    expect(newest?.doubts).toEqual([{ code: "blocked" }]);
    await patch(newest?.id ?? "", false);
    await write({ email }, await openedAgo(30));
    expect(await inbox()).toHaveLength(3);
  });

  test("no address of a sender is kept by it", async () => {
    const email = newSender();
    await write({ email });
    await block((await inbox())[0]?.id ?? "");
    const kept = await edge.database.asOwner(
      "select known_senders::text, (select string_agg(message_rates::text, '') from message_rates) from known_senders",
    );
    expect(JSON.stringify(kept)).not.toContain(email.slice(0, 8));
  });
});
