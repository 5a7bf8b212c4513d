// `npm run admin -- grant EMAIL | revoke EMAIL | forget-passkeys EMAIL | list`: administrators, on DATABASE_URL or the local database.
import { say } from "#local/processes/terminal.ts";
import {
  forgetPasskeys,
  grantAdministrator,
  listAdministrators,
  revokeAdministrator,
} from "./administrators.ts";
import { findDatabase } from "./find-database.ts";
import { runOnDatabase } from "./on-database.ts";

async function administer([action, email, ...rest]: string[]): Promise<void> {
  if (action === "list" && email === undefined) {
    const administrators = await listAdministrators(await findDatabase());
    for (const { email, confirmed, lastSignInAt } of administrators) {
      const doubt = confirmed ? "" : ", address not confirmed";
      say(`${email}  last signed in: ${lastSignInAt?.toISOString() ?? "never"}${doubt}`);
    }
    if (administrators.length === 0) say("There are no administrators.");
  } else if (action === "grant" && email && rest.length === 0) {
    const grant = await grantAdministrator(await findDatabase(), email);
    if (grant === "unknown") {
      throw new Error(`No account has the address ${email}: let its owner create one first.`);
    }
    if (grant === "unconfirmed") {
      throw new Error(
        `${email} is not confirmed, so someone else may have signed up with it: have its owner open the link in the mail, which the sign-in page sends again, and grant it then.`,
      );
    }
    say(
      grant === "opened"
        ? `${email} is an administrator, and may add the first passkey within 24 hours where administrators need one.`
        : `${email} is an administrator.`,
    );
  } else if (action === "revoke" && email && rest.length === 0) {
    const revoked = await revokeAdministrator(await findDatabase(), email);
    if (!revoked) throw new Error(`${email} is not an administrator.`);
    say(
      revoked === "revoked"
        ? `${email} is no longer an administrator.`
        : `${email} can no longer accept the invitation to be an administrator.`,
    );
  } else if (action === "forget-passkeys" && email && rest.length === 0) {
    const forgotten = await forgetPasskeys(await findDatabase(), email);
    if (forgotten === null) throw new Error(`No account has the address ${email}.`);
    say(
      `${email} has no passkeys and no recovery codes any more (there were ${forgotten} passkeys), and is signed out. An administrator may add a new one within 24 hours.`,
    );
  } else {
    throw new Error(
      "Say what to do: npm run admin -- grant EMAIL, revoke EMAIL, forget-passkeys EMAIL or list.",
    );
  }
}

await runOnDatabase(administer);
