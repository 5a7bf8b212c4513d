import { randomUUID } from "node:crypto";
import { neon, neonConfig } from "@neondatabase/serverless";
import { expect, type Page } from "@playwright/test";
import type { Doubt } from "#functions/contract/doubt.ts";

/** Runs one statement as the schema's owner, in the product of the journeys. */
function asOwner(query: string, params: unknown[]): Promise<Record<string, unknown>[]> {
  neonConfig.fetchEndpoint = () => process.env.DATABASE_ENDPOINT ?? "";
  const owner = neon(`postgresql://postgres:${process.env.DATABASE_OWNER_PASSWORD}@localhost/vitrina`);
  return owner.query(query, params);
}

/** Returns a word that no other message contains, by which a test finds its own messages. */
export const createMark = () => `m${randomUUID().replaceAll("-", "").slice(0, 12)}`;

/**
 * Inserts `count` unread messages that contain `mark`, a minute apart. `Persona 1` is the newest, about an hour
 * old.
 * @returns the id of the newest message
 */
export async function seedMessages(
  mark: string,
  count: number,
  email = `${mark}@example.com`,
): Promise<string> {
  let newest = "";
  // Inserts in batches, because the embedded database runs one statement at a time and other tests use it, too.
  for (let first = 1; first <= count; first += 100) {
    const rows = await asOwner(
      `insert into contact_submissions (id, name, email, phone, service_type, message, language, created_at)
       select gen_random_uuid(), 'Persona ' || i, $4::text, '6000 0000', 'cctv',
         'Mensaje ' || i || ' sobre ' || $1::text, 'es', now() - (60 + i) * interval '1 minute'
       from generate_series($2::int, $3::int) i
       returning id, name`,
      [mark, first, Math.min(count, first + 99), email],
    );
    newest ||= rows.find(({ name }) => name === "Persona 1")?.id as string;
  }
  return newest;
}

type StoredMessage = { name: string; read: boolean; spam: boolean; doubts: Doubt[] };

/** Lists the stored messages with `mark` in their address, newest first. */
export async function listMessages(mark: string): Promise<StoredMessage[]> {
  const rows = await asOwner(
    "select name, read, spam, doubts from contact_submissions where email = $1 order by created_at desc, id desc",
    [`${mark}@example.com`],
  );
  return rows as StoredMessage[];
}

/** Creates an administrator with the first administrator's password. Returns the address. */
export async function createAdministrator(): Promise<string> {
  const email = `ana.${createMark()}@example.com`;
  await asOwner(
    `with made as (
       insert into accounts (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now()) returning id)
     insert into profiles (user_id, role) select id, 'admin' from made`,
    [email],
  );
  // The grant of the role has removed every password.
  await asOwner(
    `update accounts set password_hash = administrator.password_hash
     from accounts administrator where accounts.email = $1 and administrator.email = $2`,
    [email, process.env.ADMIN_EMAIL],
  );
  return email;
}

/** Withdraws the role of an administrator, as `npm run admin -- revoke` does. */
export async function withdrawRole(email: string): Promise<void> {
  await asOwner(
    "update profiles set role = 'user' where user_id = (select id from accounts where email = $1)",
    [email],
  );
}

/** Ends all sessions of an account, as a sign-out everywhere does. */
export async function endSessions(email: string): Promise<void> {
  await asOwner("delete from sessions where account_id = (select id from accounts where email = $1)", [
    email,
  ]);
}

/**
 * Opens an address of the inbox with a session of the API, stored as the page stores it. Other journeys test the
 * sign-in form.
 */
export async function enterInbox(
  page: Page,
  address: string,
  email = process.env.ADMIN_EMAIL ?? "",
): Promise<void> {
  const answer = await page.request.post(`${process.env.SITE}/api/auth/token?grant_type=password`, {
    data: { email, password: process.env.ADMIN_PASSWORD },
  });
  expect(answer.status()).toBe(200);
  const session = await answer.text();
  await page.goto("/robots.txt");
  await page.evaluate((session) => localStorage.setItem("vitrina.session", session), session);
  await page.goto(address);
  await expect(page.getByRole("searchbox")).toBeVisible();
}

/** Returns the rows of the list. */
export const getRows = (page: Page) =>
  page.getByRole("region", { name: /^(Mensajes|Messages)$/ }).getByRole("listitem");
export const getRow = (page: Page, name: string) =>
  getRows(page).filter({ has: page.getByText(name, { exact: true }) });
