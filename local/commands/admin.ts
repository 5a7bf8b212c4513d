// `npm run admin -- grant EMAIL | revoke EMAIL | list`: administrators, on DATABASE_URL or the local database.
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseAddress } from "#functions/data/database.ts";
import { Refusal } from "#functions/data/refusals.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { addresses } from "#local/product/services.ts";
import { readSecrets } from "#local/secrets.ts";
import { readSettings } from "#local/settings.ts";
import { grantAdministrator, listAdministrators, revokeAdministrator } from "./administrators.ts";

async function database(): Promise<DatabaseAddress> {
  const { DATABASE_URL, DATABASE_FETCH_ENDPOINT } = process.env;
  if (DATABASE_URL) {
    return { databaseUrl: DATABASE_URL, fetchEndpoint: DATABASE_FETCH_ENDPOINT || undefined };
  }
  const settings = readSettings();
  await access(join(settings.state, "secrets.json")).catch(() => {
    throw new Error("There is no local database yet: run npm start first, or name one with DATABASE_URL=…");
  });
  const { ownerPassword } = await readSecrets(settings.state);
  return {
    databaseUrl: `postgresql://postgres:${ownerPassword}@localhost/vitrina`,
    fetchEndpoint: addresses(settings).database,
  };
}

async function administer([action, email, ...rest]: string[]): Promise<void> {
  if (action === "list" && email === undefined) {
    const administrators = await listAdministrators(await database());
    for (const { email, confirmed, lastSignInAt } of administrators) {
      const doubt = confirmed ? "" : ", address not confirmed";
      say(`${email}  last signed in: ${lastSignInAt?.toISOString() ?? "never"}${doubt}`);
    }
    if (administrators.length === 0) say("There are no administrators.");
  } else if (action === "grant" && email && rest.length === 0) {
    const grant = await grantAdministrator(await database(), email);
    if (grant === "unknown") {
      throw new Error(`No account has the address ${email}: let its owner create one first.`);
    }
    if (grant === "unconfirmed") {
      throw new Error(
        `${email} is not confirmed, so someone else may have signed up with it: have its owner open the link in the mail, or recover the password on the sign-in page, and grant it then.`,
      );
    }
    say(`${email} is an administrator.`);
  } else if (action === "revoke" && email && rest.length === 0) {
    const revoked = await revokeAdministrator(await database(), email);
    if (!revoked) throw new Error(`${email} is not an administrator.`);
    say(`${email} is no longer an administrator.`);
  } else {
    throw new Error("Say what to do: npm run admin -- grant EMAIL, revoke EMAIL or list.");
  }
}

try {
  await administer(process.argv.slice(2));
} catch (error) {
  const away = error instanceof Refusal && error.code === "unavailable";
  say(
    away
      ? "The database does not answer: run npm start in another terminal, then this again."
      : sentence(error),
  );
  process.exitCode = 1;
}
