import type { Findings } from "./smoke.ts";
import type { Step } from "./step.ts";
import { address } from "./steps/address.ts";
import { build } from "./steps/build.ts";
import { cms } from "./steps/cms.ts";
import { content } from "./steps/content.ts";
import { contentWebhook } from "./steps/content-webhook.ts";
import { database } from "./steps/database.ts";
import { invitation } from "./steps/invitation.ts";
import { keys } from "./steps/keys.ts";
import { mail } from "./steps/mail.ts";
import { migrations } from "./steps/migrations.ts";
import { projects } from "./steps/projects.ts";
import { scheduled } from "./steps/scheduled.ts";
import { secrets } from "./steps/secrets.ts";
import { site } from "./steps/site.ts";
import { smoke } from "./steps/smoke.ts";
import { spool } from "./steps/spool.ts";
import { studio } from "./steps/studio.ts";
import { zone } from "./steps/zone.ts";

/** What a deployment does, in order. `before` is how the site was before anything of this run was live. */
export const plan = (before: () => Findings | null): readonly Step[] => [
  ...[zone, database, migrations, spool, keys, cms, content, mail, projects, build],
  // What is live changes from here on, and is walked before anything else can fail.
  ...[secrets, scheduled, site, address, smoke(before)],
  // The Studio and Sanity ask the site.
  ...[studio, contentWebhook, invitation],
];
