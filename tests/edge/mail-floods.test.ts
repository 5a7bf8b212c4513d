import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unscreened } from "#functions/contact/screening.ts";
import { storeSubmission } from "#functions/contact/store.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import type { OutgoingMail } from "#functions/mail/outgoing-mail.ts";
import { startScheduled } from "../support/scheduled.ts";
import { createSigningKey } from "../support/signing-key.ts";
import { nightlyTest, selectCases, startForSuite } from "../support/suite.ts";

const scheduled = startForSuite(startScheduled);
beforeAll(() => scheduled.redeploy({ MAIL_DAILY_QUOTA: "100" }));
beforeEach(() => scheduled.database.asOwner("truncate outgoing_mails, mail_alerts"));

const keys = await parseSigningKeys(JSON.stringify({ keys: [await createSigningKey("first")] }));
const company = "hola@guaria.example";
const administrators = ["ana@guaria.example", "eva@guaria.example", "luis@guaria.example"];

beforeAll(async () => {
  for (const administrator of administrators)
    await scheduled.database.asOwner(
      `with account as (
        insert into accounts (id, email, password_hash, email_confirmed_at)
        values (gen_random_uuid(), $1, '$argon2id$x', now()) returning id
      ) insert into profiles (user_id, role) select id, 'admin' from account`,
      [administrator],
    );
});

async function leaveMessage(): Promise<void> {
  const id = randomUUID();
  const message = v.parse(contactInput, { name: "Ana", email: `${id}@cliente.example` });
  const screening = { ...unscreened, answer: [] };
  await storeSubmission(scheduled.edgeDatabase, keys, {
    ...{ id, key: id, bodyHash: "0".repeat(64), message, files: [], screening },
  });
}

/** Inserts mails with this payload, each to a new address unless the payload has one. */
const insertMails = (kind: OutgoingMail["kind"], count: number, payload: object = {}) =>
  scheduled.database.asOwner(
    `insert into outgoing_mails (id, kind, payload)
     select gen_random_uuid(), $1, jsonb_build_object('to', gen_random_uuid() || '@cliente.example', 'language', 'es') || $2::jsonb
     from generate_series(1, $3::integer)`,
    [kind, JSON.stringify(payload), count],
  );

const at = new Date().toISOString();
const token = {
  token_id: randomUUID(),
  kid: "first",
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
};
const wishes = { service_type: null, plan: null, meeting_day: null, meeting_part: null };
const ownLink = { submission_id: randomUUID(), kid: "first" };

// More mails than the quota, as visitors with any number of networks, mailboxes and accounts can cause them.
const flood = 150;
// The most changes that one administrator makes in a day (`limitSignInChangesOf`), and the recoveries beside them.
const changes = 14;
const recoveries = 5;

type Flood = () => Promise<unknown>;
const strangers: Partial<Record<OutgoingMail["kind"], Flood>> = {
  contact_notice: async () => {
    for (let count = 0; count < flood; count += 1) await leaveMessage();
  },
  contact_acknowledgement: () => insertMails("contact_acknowledgement", flood, { ...ownLink, ...wishes }),
  message_erased: () => insertMails("message_erased", flood, { arrived_at: at }),
  erasure_notice: () => insertMails("erasure_notice", flood, { ...ownLink, arrived_at: at }),
  // Recoveries of an account whose address is known, here of an administrator.
  recover: () => insertMails("recover", flood, { ...token, to: administrators[1] }),
  confirm_sign_up: () => insertMails("confirm_sign_up", flood, token),
  account_exists: () => insertMails("account_exists", flood),
  confirm_email_change: () =>
    insertMails("confirm_email_change", flood, { ...token, half: "new", new_email: "x@cliente.example" }),
  email_changed: () => insertMails("email_changed", flood, { new_email: "x@cliente.example" }),
  password_changed: () => insertMails("password_changed", flood, { at }),
  passkeys_changed: () => insertMails("passkeys_changed", flood, { at, change: "added" }),
  account_deleted: () => insertMails("account_deleted", flood),
};

const createFlood = async (causes: Flood[]) => {
  for (const cause of causes) await cause();
};
// A flood of all kinds shows that one of them takes the reserve of another. `npm run test:all` also names the kind.
const floods: [title: string, cause: Flood][] = [
  ["mails of every kind by strangers", () => createFlood(Object.values(strangers))],
  ...(process.env.INPUTS ? Object.entries(strangers) : []).map(([kind, cause]): [string, Flood] => [
    `${kind} by strangers`,
    cause,
  ]),
];

const to = administrators[1];
const oneAdministrator: Record<string, Flood> = {
  "changes of the own password": () => insertMails("password_changed", changes + recoveries, { at, to }),
  "changes of passkeys": () => insertMails("passkeys_changed", changes, { at, change: "added", to }),
  "changes of the rule": async () => {
    for (const recipient of administrators)
      await insertMails("passkeys_changed", changes, { at, change: "rule_ended", to: recipient });
  },
  invitations: async () => {
    await insertMails("administrator_invited", changes, token);
    for (const recipient of administrators)
      await insertMails("passkeys_changed", changes, {
        ...{ at, change: "administrator_invited", about: "x@cliente.example", to: recipient },
      });
  },
};

const countMails = async (recipient: string) => (await scheduled.mailbox.listTo(recipient)).length;
const countSent = async () => {
  const [{ count } = {}] = await scheduled.database.asOwner(
    "select count(*)::integer as count from outgoing_mails where sent_at is not null",
  );
  return count as number;
};

describe("after a flood, the next notice and the next security mail leave", () => {
  test.each([
    ...floods,
    ...selectCases(Object.entries(oneAdministrator), 1).map(
      ([name, cause]) => [`${name} by one administrator`, cause] as const,
    ),
  ])("%s", async (_, cause) => {
    await cause();
    await scheduled.fire();
    // The alert about the spent quota leaves with the next run.
    await scheduled.fire();
    const [administrator = ""] = administrators;
    const [securityBefore, noticesBefore] = [await countMails(administrator), await countMails(company)];

    await insertMails("password_changed", 1, { at, to: administrator });
    await leaveMessage();
    // A digest of messages that exceed the quota leaves within the hour.
    await scheduled.database.asOwner(
      "update outgoing_mails set created_at = created_at - interval '1 hour' where kind = 'notice_digest'",
    );
    await scheduled.fire();
    expect(await countMails(administrator)).toBe(securityBefore + 1);
    expect(await countMails(company)).toBe(noticesBefore + 1);
    expect(await countSent()).toBeLessThanOrEqual(100);
  });

  nightlyTest(
    "the digests of a day keep to their reserve, and each names the number of its messages",
    async () => {
      await strangers.contact_notice?.();
      await scheduled.fire();
      for (let round = 0; round < 12; round += 1) {
        await leaveMessage();
        await leaveMessage();
        // The pauses between digests double.
        await scheduled.database.asOwner(
          "update outgoing_mails set created_at = created_at - interval '2 hours' where kind = 'notice_digest'",
        );
        await scheduled.fire();
      }
      expect(await countSent()).toBeLessThanOrEqual(100);
      const digests = (await scheduled.mailbox.listTo(company)).filter(({ subject }) =>
        subject?.includes("nuevos"),
      );
      expect(digests.at(-1)?.subject).toMatch(/^1\d\d mensajes nuevos en el buzón · Guaria Digital$/);
      const [{ waiting } = {}] = await scheduled.database.asOwner(
        "select count(*)::integer as waiting from outgoing_mails where kind = 'contact_notice' and payload is not null",
      );
      // Messages after the last digest of the day wait, and an alert says so.
      expect(waiting).toBeGreaterThan(0);
      expect(await scheduled.database.asOwner("select kind from mail_alerts")).toEqual([
        { kind: "budget_spent" },
      ]);
      // Every digest empties the queue for a while, and the alert lasts.
      const alertMails = await scheduled.database.asOwner(
        "select count(*)::integer as count from outgoing_mails where kind = 'delivery_alert'",
      );
      expect(alertMails).toEqual([{ count: administrators.length }]);
      await scheduled.database.asOwner("update outgoing_mails set sent_at = sent_at - interval '24 hours'");
      for (let round = 0; round < 4; round += 1) await scheduled.fire();
      expect(await scheduled.database.asOwner("select kind from mail_alerts")).toEqual([]);
    },
  );
});
