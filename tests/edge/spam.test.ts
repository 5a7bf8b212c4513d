import { beforeEach, describe, expect, test } from "vitest";
import type {
  BlockedSenders,
  BlockOutcome,
  FormStampAnswer,
  FullSubmission,
} from "#functions/contract/answers.schema.ts";
import { formStampHeader, trapField } from "#functions/contract/contact.ts";
import { startEdge } from "../support/edge.ts";
import { createScreening, createSender, toAddressHeader } from "../support/message-screening.ts";
import { formPost, json } from "../support/requests.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);
const { write, openedAgo, inbox, doubtsIn, mails } = createScreening(edge, admin);
beforeEach(() => edge.forgetMessages());

const post = (fields: Record<string, string>) =>
  edge.fetch("/api/contact", formPost({ name: "Ana", email: createSender(), ...fields }));

const bothMails = ["contact_acknowledgement", "contact_notice"];

describe("a message", () => {
  test("from a form that was open for a while has no doubt, and the company and its sender get mails", async () => {
    expect((await write({ message: "Hola" }, await openedAgo(30))).status).toBe(201);
    expect(await doubtsIn("all")).toEqual([[]]);
    expect(await mails()).toEqual(bothMails);
  });

  test("has no doubt when it lacks a form stamp", async () => {
    await write();
    expect(await doubtsIn("all")).toEqual([[]]);
    expect(await mails()).toEqual(bothMails);
  });

  test("without script is in the inbox for review, and the company and its sender get mails", async () => {
    expect((await post({ message: "Hola", [trapField]: "" })).status).toBe(303);
    expect(await doubtsIn("all")).toEqual([[{ code: "without_script" }]]);
    expect(await mails()).toEqual(bothMails);
  });

  test("without script and with another doubt gets its sender no mail", async () => {
    await post({ message: "We sell payday loans" });
    expect(await mails()).toEqual(["contact_notice"]);
  });

  test("that fills in the hidden field is marked for review, and is spam with a link", async () => {
    await post({ message: "Hola, busco una página", [trapField]: "Tienda Ana" });
    expect(await doubtsIn("all")).toEqual([[{ code: "trap" }, { code: "without_script" }]]);
    expect(await mails()).toEqual(["contact_notice"]);
    await edge.forgetMessages();

    const response = await post({ message: "Gana en https://a.example", [trapField]: "http://a.example" });
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      expect.stringMatching(/^\/contacto\?reference=[\dA-F]{4}-[\dA-F]{4}#enviado$/),
    ]);
    expect(await inbox()).toEqual([]);
    expect(await doubtsIn("spam")).toEqual([
      [{ code: "links", count: 1 }, { code: "trap" }, { code: "without_script" }],
    ]);
    expect(await mails()).toEqual([]);
  });

  test("with one doubt is in the inbox for review, and its sender gets no mail", async () => {
    await write({ message: "We sell payday loans" }, await openedAgo(30));
    expect(await doubtsIn("all")).toEqual([[{ code: "phrases" }]]);
    expect(await mails()).toEqual(["contact_notice"]);
  });

  test("with a link is doubtful when the same text came twice that day", async () => {
    const message = "Vea https://a.example  hoy";
    for (let time = 0; time < 2; time++) await write({ message: message.toUpperCase() }, await openedAgo(30));
    await write({ message }, await openedAgo(30));
    expect(await doubtsIn("all")).toEqual([[{ code: "repeated", count: 3 }], [], []]);
  });

  test("of a program gets at most twenty acknowledgements an hour per network", async () => {
    const network = toAddressHeader("198.51.100.40");
    for (let time = 0; time < 25; time++) {
      await edge.database.asOwner(
        "delete from message_rates where counted >= 10 and ends_at < now() + interval '61 seconds'",
      );
      await write({}, network);
    }
    expect((await mails()).filter((kind) => kind === "contact_acknowledgement")).toHaveLength(20);
    expect((await mails()).filter((kind) => kind === "contact_notice")).toHaveLength(25);
  });

  test("without script to the same address is acknowledged at most five times a day", async () => {
    const email = createSender();
    for (let time = 0; time < 6; time++) await post({ email, message: `Hola ${time}` });
    expect((await mails()).filter((kind) => kind === "contact_acknowledgement")).toHaveLength(5);
    expect((await mails()).filter((kind) => kind === "contact_notice")).toHaveLength(6);
  });

  test("to the same address is acknowledged at most five times a day", async () => {
    const email = createSender();
    // A tag does not make another mailbox.
    const [local, domain] = email.split("@");
    for (let time = 0; time < 6; time++)
      await write({ email: `${local}+${time}@${domain}` }, await openedAgo(30));
    expect((await mails()).filter((kind) => kind === "contact_acknowledgement")).toHaveLength(5);
    expect((await mails()).filter((kind) => kind === "contact_notice")).toHaveLength(6);
  });
});

describe("a form stamp", () => {
  test("is issued to any client", async () => {
    const network = toAddressHeader("198.51.100.90");
    const response = await edge.fetch("/api/contact/form-stamp", { headers: network });
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    const answer = (await response.json()) as FormStampAnswer;
    expect(answer).toEqual({ stamp: expect.stringMatching(/^\S{100,1000}$/) });
    await write({}, { ...network, [formStampHeader]: answer.stamp });
    expect(await doubtsIn("all")).toEqual([[{ code: "hurried", count: expect.any(Number) }]]);
  });

  test("is valid for a day, for a few messages", async () => {
    const stamp = await openedAgo(86_400);
    for (let time = 0; time < 4; time++) await write({}, stamp);
    expect(await doubtsIn("all")).toEqual([[], [], []]);
    expect(await doubtsIn("spam")).toEqual([[{ code: "flood", count: 4 }]]);
  });

  test.each([
    ["older than two days", () => openedAgo(2 * 86_400 + 1)],
    [
      "cut short",
      async () => ({ [formStampHeader]: (await openedAgo(1))[formStampHeader]?.slice(0, 90) ?? "" }),
    ],
    [
      "of another network",
      async () => ({ ...(await openedAgo(1, "198.51.100.91")), ...toAddressHeader("198.51.100.92") }),
    ],
    ["unsigned", async () => ({ [formStampHeader]: `${btoa("{}")}.${btoa("{}")}.` })],
    ["another kind of token", async () => ({ [formStampHeader]: `${admin.Authorization?.slice(7)}` })],
  ])("that is %s is ignored", async (_, forge) => {
    const stamp = await forge();
    for (let time = 0; time < 4; time++) await write({}, stamp);
    expect(await doubtsIn("all")).toEqual([[], [], [], []]);
  });
});

describe("decisions of administrators", () => {
  const patch = (id: string, spam: boolean) =>
    edge.fetch(`/api/submissions/${id}`, { ...json({ spam }, admin), method: "PATCH" });
  const block = (id: string) =>
    edge.fetch(`/api/submissions/${id}/block`, { method: "POST", headers: admin });
  /** Sends a spam message: three links, right after its form was opened. */
  const writeSpam = async (email: string) =>
    write({ email, message: "http://a.example http://b.example http://c.example" }, await openedAgo(1));

  test("an undone decision is forgotten", async () => {
    const [honestSender, doubtedSender] = [createSender(), createSender()];
    await write({ email: honestSender });
    const [{ id } = {} as FullSubmission] = await inbox();
    await patch(id, true);
    await patch(id, false);
    expect(await edge.database.asOwner("select from known_senders")).toEqual([]);

    await writeSpam(doubtedSender);
    const [spam] = await inbox("spam");
    await block(spam?.id ?? "");
    await patch(spam?.id ?? "", false);
    await patch(spam?.id ?? "", true);
    expect(await edge.database.asOwner("select verdict, was_blocked from known_senders")).toEqual([
      { verdict: "blocked", was_blocked: false },
    ]);
  });

  test("a trusted sender's message is still spam when it has signs of a program", async () => {
    const email = createSender();
    await writeSpam(email);
    await patch((await inbox("spam"))[0]?.id ?? "", false);
    await post({ email, message: "https://a.example", [trapField]: "x" });
    expect(await doubtsIn("spam")).toEqual([
      [{ code: "links", count: 1 }, { code: "trap" }, { code: "without_script" }],
    ]);
  });

  test("a sender whose message was marked as not spam may send doubtful messages", async () => {
    const email = createSender();
    await writeSpam(email);
    const [{ id } = {} as FullSubmission] = await inbox("spam");
    expect((await patch(id, false)).status).toBe(200);
    await writeSpam(email.toUpperCase());
    expect(await inbox()).toHaveLength(2);
    // A message that is marked as spam ends the trust.
    await patch(id, true);
    await writeSpam(email);
    expect(await inbox("spam")).toHaveLength(2);
  });

  test("all messages of a blocked sender are spam, until one is marked as not spam", async () => {
    const email = createSender();
    await write({ email });
    await write({ email: email.toUpperCase() });
    await write();
    const [, , { id }] = (await inbox()) as [unknown, unknown, FullSubmission];
    const answer = await block(id);
    expect(answer.status).toBe(200);
    const { ids, sender_block } = (await answer.json()) as BlockOutcome;
    expect(ids.toSorted()).toEqual((await inbox("spam")).map((message) => message.id).toSorted());
    expect(ids).toHaveLength(2);
    expect(await (await block(id)).json()).toEqual({ ids: [], sender_block });

    await write({ email }, await openedAgo(30));
    const [newest] = await inbox("spam");
    expect(newest?.doubts).toEqual([{ code: "blocked" }]);
    await patch(newest?.id ?? "", false);
    await write({ email }, await openedAgo(30));
    expect(await inbox()).toHaveLength(3);
  });

  test.each([
    ["with a tag covers the mailbox", "+1", ""],
    ["covers the mailbox with a tag", "", "+1"],
    ["with a tag covers another tag", "+1", "+2"],
  ])("a block of an address %s", async (_, blockedTag, otherTag) => {
    const sender = createSender();
    const tagged = (tag: string) => sender.replace("@", `${tag}@`);
    await write({ email: tagged(blockedTag) });
    await block((await inbox())[0]?.id ?? "");
    await write({ email: tagged(otherTag) }, await openedAgo(30));
    expect((await inbox("spam"))[0]).toMatchObject({
      email: tagged(otherTag),
      doubts: [{ code: "blocked" }],
    });
  });

  test("blocked senders are listed with their messages, and an unblocked sender may write again", async () => {
    const [listedSender, deletedSender] = [createSender(), createSender()];
    await write({ email: listedSender });
    await write({ email: deletedSender });
    const [secondMessage, firstMessage] = await inbox();
    await block(firstMessage?.id ?? "");
    await block(secondMessage?.id ?? "");
    const remove = { method: "DELETE", headers: admin };
    await edge.fetch(`/api/submissions/${secondMessage?.id}`, remove);
    const listBlocked = async () => {
      const answer = await edge.fetch("/api/blocked-senders", { headers: admin });
      return ((await answer.json()) as BlockedSenders).items;
    };
    const [unnamedBlock, namedBlock, ...otherBlocks] = await listBlocked();
    expect(otherBlocks).toEqual([]);
    expect(unnamedBlock).toMatchObject({ email: null, messages: 0 });
    expect(namedBlock).toMatchObject({ email: listedSender, messages: 1 });
    const messageAnswer = await edge.fetch(`/api/submissions/${firstMessage?.id}?include=sender_block`, {
      headers: admin,
    });
    expect(await messageAnswer.json()).toMatchObject({ sender_block: namedBlock?.id });

    const unblock = () => edge.fetch(`/api/blocked-senders/${namedBlock?.id}`, remove);
    expect((await unblock()).status).toBe(204);
    expect((await unblock()).status).toBe(404);
    expect(await listBlocked()).toEqual([unnamedBlock]);
    expect((await inbox("spam")).map(({ id }) => id)).toEqual([firstMessage?.id]);
    await write({ email: listedSender }, await openedAgo(30));
    expect(await doubtsIn("all")).toEqual([[]]);
  });

  test("a block stores no sender address", async () => {
    const email = createSender();
    await write({ email });
    await block((await inbox())[0]?.id ?? "");
    const storedRows = await edge.database.asOwner(
      "select known_senders::text, (select string_agg(message_rates::text, '') from message_rates) from known_senders",
    );
    expect(JSON.stringify(storedRows)).not.toContain(email.slice(0, 8));
  });
});
