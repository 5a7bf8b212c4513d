import {
  keepAdministrator,
  listEarlierAdministrators,
  revokeAdministrator,
  seedAdministrator,
} from "#local/commands/administrators.ts";
import type { Deployment, Step } from "#local/deploy/deployment.ts";
import { askUntilValid } from "#local/deploy/questions.ts";

const isSameAddress = (a: string, b = "") => a.trim().toLowerCase() === b.trim().toLowerCase();

const isInvited = ({ results, answers }: Pick<Deployment, "results" | "answers">) =>
  results.invitedEmail !== undefined && isSameAddress(results.invitedEmail, answers.ADMIN_EMAIL);

/** The decisions about administrators of an earlier ADMIN_EMAIL: whether each of them, by address, loses the role. */
export type RoleDecisions = Record<string, boolean>;

/**
 * Asks whether the administrators of an earlier ADMIN_EMAIL lose the role, once they have signed in. It runs before any
 * change.
 * @throws Error with one sentence if no operator can decide it: with `--yes`, or without a terminal
 */
export async function decideEarlierAdministrators(deployment: Deployment): Promise<RoleDecisions> {
  const { answers, results, ask, say } = deployment;
  const decisions: RoleDecisions = {};
  if (!results.ownerUrl || results.invitedEmail === undefined || isInvited(deployment)) return decisions;
  const email = answers.ADMIN_EMAIL ?? "";
  for (const earlierEmail of await listEarlierAdministrators({ databaseUrl: results.ownerUrl }, email)) {
    if (!ask) {
      throw new Error(
        `ADMIN_EMAIL is now ${email}, and ${earlierEmail} has signed in as an administrator since the last deployment. Nothing was touched, because only an operator decides whether ${earlierEmail} loses the role: run npm run deploy at a terminal without --yes, or set ADMIN_EMAIL=${results.invitedEmail} and invite ${email} on the account page.`,
      );
    }
    const answer = await askUntilValid(
      {
        name: "yes or no",
        asks: `${earlierEmail} has signed in as an administrator. Does ${earlierEmail} lose the role, now that ADMIN_EMAIL is ${email}?`,
        isSecret: false,
        isOptional: false,
        fault: (value) => (/^(yes|no)$/i.test(value) ? null : "has to be yes or no"),
      },
      ask,
      say,
    );
    decisions[earlierEmail] = answer.toLowerCase() === "yes";
  }
  return decisions;
}

/** Invites the first administrator, and carries out the decisions about earlier ones. */
export const invitation = (decisions: RoleDecisions): Step => ({
  name: "first administrator",
  does: "Creates the administrator ADMIN_EMAIL without a password, and lets the site send the link for choosing one.",
  help: "Run this again. If no mail arrives, see local/runbook/mailer-away.md; “forgotten password” on the sign-in page sends another one.",
  // The operator may correct a misspelt address later.
  isDone: isInvited,
  async run({ answers, results, fetch, origin, storeResults }) {
    const email = answers.ADMIN_EMAIL ?? "";
    const database = { databaseUrl: results.ownerUrl ?? "" };
    await seedAdministrator(database, { email });
    const response = await fetch(`${origin}/api/auth/recover`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok)
      throw new Error(`The site did not send the invitation: it answered ${response.status}.`);
    const sentences = [`mail sent to ${email}`];
    for (const [earlierEmail, losesRole] of Object.entries(decisions)) {
      if (losesRole && (await revokeAdministrator(database, earlierEmail)).result === "revoked")
        sentences.push(`${earlierEmail} is no longer an administrator`);
      if (!losesRole) await keepAdministrator(database, earlierEmail);
    }
    await storeResults({ invitedEmail: email });
    return sentences.join(", ");
  },
});
