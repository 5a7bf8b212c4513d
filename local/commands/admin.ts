// `npm run admin -- grant EMAIL | revoke EMAIL | forget-passkeys EMAIL | list`: manages the administrators in
// DATABASE_URL or the local database.
import { say } from "#local/processes/terminal.ts";
import {
  forgetPasskeys,
  grantAdministrator,
  listAdministrators,
  revokeAdministrator,
} from "./administrators.ts";
import { createCommand, jsonOption, printJson, runCommand } from "./cli.ts";
import { findDatabase } from "./find-database.ts";
import { describeForgottenWays } from "./ways-in.ts";

type Output = { json?: true };

/** Joins the sentences of an answer in one line. */
const sayAll = (...sentences: string[]) => say(sentences.filter(Boolean).join(" "));

async function grant(email: string, { json }: Output): Promise<void> {
  const { result, forgotten } = await grantAdministrator(await findDatabase(), email);
  if (result === "unknown") {
    throw new Error(`No account has the address ${email}: its owner must create one first.`);
  }
  if (result === "unconfirmed") {
    throw new Error(
      `${email} is not confirmed, so someone else may have signed up with it: have its owner open the link in the mail, which the sign-in page sends again, and grant it then.`,
    );
  }
  if (json) return printJson({ email, result, forgotten });
  sayAll(
    result === "opened"
      ? `${email} is an administrator, and may add the first passkey within 24 hours where administrators need one.`
      : `${email} is an administrator.`,
    forgotten ? describeForgottenWays(forgotten) : "",
    forgotten ? "“Forgotten password” on the sign-in page mails the link for a new password." : "",
  );
}

async function revoke(email: string, { json }: Output): Promise<void> {
  const { result, forgotten } = await revokeAdministrator(await findDatabase(), email);
  if (!result) throw new Error(`${email} is not an administrator.`);
  if (json) return printJson({ email, result, forgotten });
  sayAll(
    result === "revoked"
      ? `${email} is no longer an administrator.`
      : `${email} can no longer accept the invitation to be an administrator.`,
    forgotten ? describeForgottenWays(forgotten) : "",
  );
}

async function removePasskeys(email: string): Promise<void> {
  const removedCount = await forgetPasskeys(await findDatabase(), email);
  if (removedCount === null) throw new Error(`No account has the address ${email}.`);
  say(
    `${email} has no passkeys and no recovery codes any more (there were ${removedCount} passkeys), and is signed out. An administrator may add a new one within 24 hours.`,
  );
}

async function list({ json }: Output): Promise<void> {
  const administrators = await listAdministrators(await findDatabase());
  if (json) {
    return printJson(
      administrators.map(({ lastSignInAt, ...row }) => ({ ...row, last_sign_in_at: lastSignInAt })),
    );
  }
  for (const { email, confirmed, lastSignInAt } of administrators) {
    const doubt = confirmed ? "" : ", address not confirmed";
    say(`${email}  last signed in: ${lastSignInAt?.toISOString() ?? "never"}${doubt}`);
  }
  if (administrators.length === 0) say("There are no administrators.");
}

const command = createCommand(
  "npm run admin",
  "Manages the administrators in DATABASE_URL or the local database.",
);
command
  .command("grant <email>")
  .description(
    "make the account with this confirmed address an administrator, and remove its earlier ways in",
  )
  .option(...jsonOption)
  .action(grant);
command
  .command("revoke <email>")
  .description("revoke the role with all ways in, or an open invitation")
  .option(...jsonOption)
  .action(revoke);
command
  .command("forget-passkeys <email>")
  .description("remove lost passkeys and recovery codes, and end the sessions")
  .action(removePasskeys);
command
  .command("list")
  .description("list all administrators")
  .option(...jsonOption)
  .action(list);

await runCommand(command);
