import type { Step } from "./deployment.ts";
import type { Findings } from "./smoke.ts";
import { address, projects, zone } from "./steps/addresses.ts";
import { cms, content, contentWebhook, studio } from "./steps/cms.ts";
import { database, migrations } from "./steps/database.ts";
import { invitation, type RoleDecisions } from "./steps/invitation.ts";
import { mail } from "./steps/mail.ts";
import { mailboxes, mailboxesAfterwards } from "./steps/mailboxes.ts";
import { smoke } from "./steps/smoke.ts";
import { bucket, build, keys, scheduled, secrets, site, spool } from "./steps/workers.ts";

/**
 * Returns the steps of a deployment, in order. `earlierFindings` are the findings of the smoke test before this
 * run changed anything; null without one. `decisions` are those about administrators of an earlier ADMIN_EMAIL.
 */
export const createPlan = (earlierFindings: Findings | null, decisions: RoleDecisions): readonly Step[] => [
  zone,
  mailboxes,
  database,
  migrations,
  spool,
  bucket,
  keys,
  cms,
  content,
  mail,
  projects,
  build,
  // The live site changes from here on. The smoke test runs before anything else can fail.
  secrets,
  scheduled,
  site,
  address,
  smoke(earlierFindings),
  // The Studio and Sanity call the site.
  studio,
  contentWebhook,
  invitation(decisions),
  mailboxesAfterwards,
];
