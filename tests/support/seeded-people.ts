import loadArgon2 from "@phi-ag/argon2/node";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { seedAdministrator } from "#local/commands/administrators.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";

export const administrator = { email: "admin@guaria.example", password: "contraseña del buzón 🔑" };
/** An account without the administrator's role. */
export const visitor = { email: "visitor@guaria.example", password: "una contraseña cualquiera" };

/** Creates both accounts, with confirmed addresses. */
export async function seedPeople({ ownerUrl, endpoint }: { ownerUrl: string; endpoint: string }) {
  const address = { databaseUrl: ownerUrl, fetchEndpoint: endpoint };
  await seedAdministrator(address, administrator);
  const argon2 = await loadArgon2();
  const hash = createPasswords(() => argon2).hashPassword(visitor.password);
  await openOperatorTransactions(address)({
    account: sql`
      insert into accounts (id, email, password_hash, email_confirmed_at)
      values (${crypto.randomUUID()}, ${visitor.email}, ${hash}, now())`,
    profile: sql`insert into profiles (user_id) select id from accounts where email = ${visitor.email}`,
  });
}
