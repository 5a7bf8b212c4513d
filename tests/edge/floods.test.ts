import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { findRates, type MessageRate } from "#functions/contact/rates.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { toNetwork } from "#functions/kernel/http/network.ts";
import { startEdge, visitorTimeout } from "../support/edge.ts";
import { createScreening, createSender, toAddressHeader } from "../support/message-screening.ts";
import { formPost, origin } from "../support/requests.ts";
import { nightlyTest, selectCases, signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);
const { write, openedAgo, inbox, doubtsIn, mails } = createScreening(edge, admin);
beforeEach(() => edge.forgetMessages());

describe("a flood", () => {
  const flood = async (count: number, headers: (index: number) => Record<string, string>) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => write({}, headers(index))));
    return answers.map(({ status }) => status);
  };
  const countStatuses = (statuses: number[]) =>
    [201, 429].map((status) => statuses.filter((sentStatus) => sentStatus === status).length);

  nightlyTest(
    "of 100 messages from one network leaves ten in the inbox, and its real senders get through",
    async () => {
      const network = toAddressHeader("198.51.100.7");
      const stamps = await Promise.all(Array.from({ length: 3 }, () => openedAgo(30, "198.51.100.7")));
      const [statuses, ...realAnswers] = await Promise.all([
        flood(100, () => network),
        ...stamps.map((stamp) => write({ name: "Persona" }, stamp)),
      ]);
      expect(realAnswers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(countStatuses(statuses)).toEqual([40, 60]);
      const realMessages = (await inbox()).filter(({ name }) => name === "Persona");
      expect(realMessages.map(({ doubts }) => doubts)).toEqual([[], [], []]);
      expect(await inbox()).toHaveLength(13);
      expect(await inbox("spam")).toHaveLength(30);
      expect((await mails()).filter((kind) => kind === "contact_notice")).toHaveLength(13);
    },
  );

  test("from the form marks messages for review beyond four a minute and as spam beyond twenty", async () => {
    const stamps = await Promise.all(Array.from({ length: 65 }, () => openedAgo(30, "198.51.100.8")));
    const statuses = await flood(65, (index) => stamps[index] ?? {});
    expect(countStatuses(statuses)).toEqual([60, 5]);
    const doubts = await doubtsIn("all");
    expect(doubts.filter((messageDoubts) => messageDoubts.length === 0)).toHaveLength(4);
    expect(doubts.filter(([doubt]) => doubt?.code === "flood")).toHaveLength(16);
    expect(await inbox("spam")).toHaveLength(40);
  });

  /** Returns the rates of the network of `address`, those shared with its neighbor, and those of every network. */
  async function splitRates(address: string, neighborAddress: string, isFromForm: boolean) {
    const findNetworkRates = (networkAddress: string) =>
      findRates({} as ContactMessage, toNetwork(networkAddress), { isFromForm, stamp: null });
    const rates = await findNetworkRates(address);
    const [neighbor, stranger] = await Promise.all([
      findNetworkRates(neighborAddress),
      findNetworkRates("192.0.2.0"),
    ]);
    const isIn = (otherRates: MessageRate[], { key }: MessageRate) =>
      otherRates.some((otherRate) => otherRate.key === key);
    return {
      networkRates: rates.filter((rate) => !isIn(neighbor, rate)),
      areaRates: rates.filter((rate) => isIn(neighbor, rate) && !isIn(stranger, rate)),
      sharedRates: rates.filter((rate) => isIn(stranger, rate)),
    };
  }
  const setCount = ({ key }: MessageRate, count: number) =>
    edge.database.asOwner(
      `insert into message_rates (key, counted, ends_at) values (decode($1, 'hex'), $2, now() + interval '1 hour')
       on conflict (key) do update set counted = excluded.counted`,
      [key, count],
    );

  const networkFloods: [title: string, address: string, { isFromForm: boolean; firstMessages: number }][] = [
    ["of one form", "198.51.100.21", { isFromForm: true, firstMessages: 4 }],
    ["bare calls", "198.51.100.20", { isFromForm: false, firstMessages: 10 }],
  ];
  test.each(selectCases(networkFloods, 1))(
    "from one network consumes no shared rate after its first messages (%s)",
    async (_, address, { isFromForm, firstMessages }) => {
      const headers = { ...toAddressHeader(address), ...(isFromForm && (await openedAgo(30, address))) };
      const { networkRates, sharedRates } = await splitRates(address, "198.51.100.0", isFromForm);
      // Besides the first messages of the flood, the shared rates accept one more without a doubt.
      for (const rate of sharedRates) await setCount(rate, rate.free - firstMessages - 1);
      await write({}, headers);
      await edge.database.asOwner("update message_rates set ends_at = now() + interval '1 hour'");
      expect(countStatuses(await flood(24, () => headers))).toEqual([24, 0]);
      for (const rate of networkRates.filter(({ most }) => most !== null)) {
        await setCount(rate, rate.free);
        expect(countStatuses(await flood(5, () => headers))).toEqual([5, 0]);
        await setCount(rate, rate.most as number);
        expect(countStatuses(await flood(5, () => headers))).toEqual([0, 5]);
        await setCount(rate, 1);
      }
      await write({ name: "Persona" });
      await write({ name: "Persona" }, await openedAgo(30));
      const realMessages = (await inbox()).filter(({ name }) => name === "Persona");
      expect(realMessages.map(({ doubts }) => doubts)).toEqual([[], []]);
    },
  );

  test.each(
    selectCases(
      [
        ["bare calls", "198.51.100.23", false],
        ["from the form", "198.51.100.24", true],
      ],
      1,
    ),
  )(
    "beyond its network's hourly rate is accepted no faster than the rate of a minute allows (%s)",
    async (_, address, isFromForm) => {
      const stamps = isFromForm
        ? await Promise.all(Array.from({ length: 10 }, () => openedAgo(30, address)))
        : [];
      const { networkRates, areaRates } = await splitRates(address, "198.51.100.0", isFromForm);
      const [hourRate, minuteRate] = networkRates as [MessageRate, MessageRate];
      await setCount(hourRate, hourRate.free);
      await setCount(minuteRate, (minuteRate.most ?? 0) - 3);
      expect(
        countStatuses(await flood(10, (index) => ({ ...toAddressHeader(address), ...stamps[index] }))),
      ).toEqual([3, 7]);
      expect(await inbox("spam")).toHaveLength(3);
      const countedKeys = await edge.database.asOwner("select encode(key, 'hex') as key from message_rates");
      for (const { key } of areaRates) expect(countedKeys).not.toContainEqual({ key });
    },
  );

  test("from all addresses of a /64 counts as one network", async () => {
    const statuses = await flood(50, (index) => toAddressHeader(`2001:db8:1:2:${index.toString(16)}::1`));
    expect(countStatuses(statuses)).toEqual([40, 10]);
    expect(await inbox()).toHaveLength(10);
  });

  test("from many networks of a /48 leaves thirty in the inbox", async () => {
    const toAddress = (index: number) => `2001:db8:1:${(index >> 2).toString(16)}::1`;
    const { areaRates } = await splitRates(toAddress(0), toAddress(4), false);
    const minuteRate = areaRates.at(-1) as MessageRate;
    await setCount(minuteRate, 20);
    expect(countStatuses(await flood(20, (index) => toAddressHeader(toAddress(index))))).toEqual([20, 0]);
    expect(await inbox()).toHaveLength(10);
    await setCount(minuteRate, 110);
    expect(countStatuses(await flood(20, (index) => toAddressHeader(toAddress(index))))).toEqual([10, 10]);
    expect(await inbox()).toHaveLength(10);
  });

  test("is told how long to wait, and the same message is accepted then", async () => {
    const network = toAddressHeader("198.51.100.9");
    await flood(40, () => network);
    await edge.database.asOwner("update message_rates set ends_at = now() + interval '1 hour'");
    const key = { "Idempotency-Key": randomUUID() };
    const email = createSender();
    const rejected = await write({ email }, { ...network, ...key });
    expect(rejected.status).toBe(429);
    const seconds = Number(rejected.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(await rejected.json()).toMatchObject({ code: "too_many_requests" });

    await edge.database.asOwner("update message_rates set ends_at = now()");
    const accepted = await write({ email }, { ...network, ...key });
    expect(accepted.status).toBe(201);
    expect(await (await write({ email }, { ...network, ...key })).json()).toEqual(await accepted.json());
  });

  test("by forms without script gets each form back, filled in", async () => {
    const network = toAddressHeader("198.51.100.10");
    await flood(40, () => network);
    const form = formPost({ name: "Ana", email: "ana@cliente.example" }, { Origin: origin, ...network });
    const response = await edge.fetch("/api/contact", form);
    // This edge has no pages. Without the form page, the address reports the error.
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/contacto#error-unavailable"]);
  });

  test("with the same key counts once", async () => {
    const headers = { ...toAddressHeader("198.51.100.11"), "Idempotency-Key": randomUUID() };
    const email = createSender();
    for (let time = 0; time < 12; time++) expect((await write({ email }, headers)).status).toBe(201);
    await write({}, toAddressHeader("198.51.100.11"));
    expect(await inbox()).toHaveLength(2);
  });

  test("while the database is away is in the spam folder afterwards, and no message is rejected", async () => {
    const network = toAddressHeader("198.51.100.12");
    await edge.redeploy(visitorTimeout);
    await edge.database.stop();
    const statuses = await flood(25, () => network).finally(() => edge.database.start());
    await edge.redeploy({});
    expect(new Set(statuses)).toEqual(new Set([202]));
    await write({}, toAddressHeader("198.51.100.13"));
    await expect.poll(async () => (await inbox("spam")).length + (await inbox()).length).toBe(26);
    // Ten messages per minute pass, and the flood may span two minutes.
    const inboxCount = (await inbox()).length;
    expect([11, 21]).toContain(inboxCount);
  });

  nightlyTest("beyond a burst costs neither database nor spool, from the form or a program", async () => {
    const burst = 200;
    const fields = { name: "Ana", email: "ana@cliente.example" };
    type Sender = [
      what: string,
      address: string,
      send: (headers: Record<string, string>) => Promise<Response>,
    ];
    const senders: Sender[] = [
      ["JSON", "198.51.100.200", (headers) => write({}, headers)],
      ["a form", "198.51.101.200", (headers) => edge.fetch("/api/contact", formPost(fields, headers))],
      ["stamps", "198.51.102.200", (headers) => edge.fetch("/api/contact/form-stamp", { headers })],
    ];
    // Without a page to fill in, a form is redirected to the reason.
    const isRejected = ({ status, headers }: Response) =>
      status === 429 || Boolean(headers.get("Location")?.endsWith("#error-unavailable"));
    await edge.database.stop();
    await edge.holdClock(async () => {
      for (const [kind, address, send] of senders) {
        const answers = await Promise.all(
          Array.from({ length: burst + 20 }, () => send(toAddressHeader(address))),
        );
        expect([kind, answers.filter(isRejected).length]).toEqual([kind, 20]);
      }
    });
    await edge.database.start();
  });
});
