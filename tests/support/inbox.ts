import { randomUUID } from "node:crypto";
import { neon, neonConfig } from "@neondatabase/serverless";
import { expect, type Locator, type Page } from "@playwright/test";

/** Runs one statement as the owner of the schema of the product that the journeys use. */
function asOwner(query: string, params: unknown[]): Promise<Record<string, unknown>[]> {
  neonConfig.fetchEndpoint = () => process.env.DATABASE_ENDPOINT ?? "";
  const owner = neon(`postgresql://postgres:${process.env.DATABASE_OWNER_PASSWORD}@localhost/vitrina`);
  return owner.query(query, params);
}

/** A word that no other message has, to search for one's own messages by. */
export const newMark = () => `m${randomUUID().replaceAll("-", "").slice(0, 12)}`;

/**
 * Leaves `count` unread messages with `mark` in them, named `Persona 1` (the newest) and so on, a minute apart, the
 * newest `minutesAgo`. Answers with the newest one's id.
 */
export async function seedMessages(mark: string, count: number, minutesAgo = 60): Promise<string> {
  let newest = "";
  // In parts: the embedded database does one thing at a time, and others work with it.
  for (let first = 1; first <= count; first += 250) {
    const rows = await asOwner(
      `insert into contact_submissions (id, name, email, phone, service_type, message, language, created_at)
       select gen_random_uuid(), 'Persona ' || i, $1::text || '@example.com', '6000 0000', 'cctv',
         'Mensaje ' || i || ' sobre ' || $1::text, 'es', now() - ($4::int + i) * interval '1 minute'
       from generate_series($2::int, $3::int) i
       returning id, name`,
      [mark, first, Math.min(count, first + 249), minutesAgo],
    );
    newest ||= rows.find(({ name }) => name === "Persona 1")?.id as string;
  }
  return newest;
}

/** Another administrator, with the first one's password. */
export async function newAdministrator(): Promise<string> {
  const email = `ana.${newMark()}@example.com`;
  await asOwner(
    `with made as (
       insert into accounts (id, email, password_hash, email_confirmed_at)
       select gen_random_uuid(), $1, password_hash, now() from accounts where email = $2 returning id)
     insert into profiles (user_id, role) select id, 'admin' from made
     on conflict (user_id) do update set role = 'admin'`,
    [email, process.env.ADMIN_EMAIL],
  );
  return email;
}

/** Takes the inbox from an administrator, as `npm run admin -- revoke` does. */
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

/** Opens an address of the inbox, signing in on the way. */
export async function enterInbox(
  page: Page,
  address: string,
  email = process.env.ADMIN_EMAIL ?? "",
): Promise<void> {
  await page.goto(address);
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(process.env.ADMIN_PASSWORD ?? "");
  await page.locator("form").getByRole("button").last().click();
  await expect(page.getByRole("searchbox")).toBeVisible();
}

/** The rows of the list. */
export const rowsOf = (page: Page) =>
  page.getByRole("region", { name: /^(Mensajes|Messages)$/ }).getByRole("listitem");
export const rowOf = (page: Page, name: string) =>
  rowsOf(page).filter({ has: page.getByText(name, { exact: true }) });

/** Scrolls to the end of the list, whose pages load as they come near, until `row` is there. */
export async function scrollUntil(page: Page, row: Locator): Promise<void> {
  const scroller = page.getByRole("region", { name: "Mensajes", exact: true }).locator("ul").locator("..");
  await expect(async () => {
    await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(row).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [20] });
}
