import { randomBytes } from "node:crypto";
import { revokeAdministrator, seedAdministrator } from "#local/commands/administrators.ts";
import type { Step } from "#local/deploy/deployment.ts";

const isSameAddress = (a: string, b = "") => a.trim().toLowerCase() === b.trim().toLowerCase();

export const invitation: Step = {
  name: "first administrator",
  does: "Creates the administrator ADMIN_EMAIL with an unknown password, and lets the site send the link for choosing one.",
  help: "Run this again. If no mail arrives, see local/runbook/mailer-away.md; “forgotten password” on the sign-in page sends another one.",
  // The operator may correct a misspelt address later.
  isDone: ({ results, answers }) =>
    results.invitedEmail !== undefined && isSameAddress(results.invitedEmail, answers.ADMIN_EMAIL),
  async run({ answers, results, fetch, origin, storeResults }) {
    const email = answers.ADMIN_EMAIL ?? "";
    const database = { databaseUrl: results.ownerUrl ?? "" };
    await seedAdministrator(database, { email, password: randomBytes(32).toString("base64url") });
    const response = await fetch(`${origin}/api/auth/recover`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok)
      throw new Error(`The site did not send the invitation: it answered ${response.status}.`);
    const earlierEmail = results.invitedEmail;
    // The owner of a misspelt address may have signed in by now.
    const isRevoked =
      earlierEmail !== undefined &&
      !isSameAddress(earlierEmail, email) &&
      (await revokeAdministrator(database, earlierEmail)) === "revoked";
    await storeResults({ invitedEmail: email });
    return isRevoked
      ? `mail sent to ${email}, ${earlierEmail} is no longer an administrator`
      : `mail sent to ${email}`;
  },
};
