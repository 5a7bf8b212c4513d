import { randomBytes } from "node:crypto";
import { deployedWorkers, putSecrets } from "#local/cloudflare/secrets.ts";
import type { Step } from "#local/deploy/deployment.ts";
import { checkEnvironment, splitEnvironment } from "#local/deploy/environment.ts";
import { listKnownKeyIds } from "#local/deploy/live-keys.ts";
import { valuesFileIn } from "#local/deploy/state.ts";
import {
  deployPages,
  deployScheduled,
  ensureBucket,
  ensureNamespace,
  preparePagesFolder,
  projectNames,
} from "#local/deploy/wrangler-deployments.ts";
import { createKeySet } from "#local/keys/key-set.ts";
import { toLines, writePrivate } from "#local/state.ts";

export const spool: Step = {
  name: "spool",
  does: "Creates the KV namespace that stores messages while the database is unavailable.",
  help: "The Cloudflare token lacks Workers KV Storage: Edit, or belongs to another account.",
  isDone: ({ results, answers }) =>
    results.spoolId !== undefined && results.spoolAccount === answers.CLOUDFLARE_ACCOUNT_ID,
  async run({ account, storeResults }) {
    const spoolId = await ensureNamespace("vitrina-spool", account);
    await storeResults({ spoolId, spoolAccount: account.CLOUDFLARE_ACCOUNT_ID });
  },
};

export const bucket: Step = {
  name: "bucket of files",
  does: "Creates the R2 bucket that stores the files of messages and mails.",
  help: "Switch on R2 in the dashboard of Cloudflare (R2 Object Storage, free up to 10 GB). The Cloudflare token needs Workers R2 Storage: Edit.",
  isDone: ({ results, answers }) =>
    results.bucketAccount !== undefined && results.bucketAccount === answers.CLOUDFLARE_ACCOUNT_ID,
  async run({ account, storeResults }) {
    await ensureBucket(account);
    await storeResults({ bucketAccount: account.CLOUDFLARE_ACCOUNT_ID });
  },
};

export const keys: Step = {
  name: "keys",
  does: "Creates the keys that sign access tokens; npm run keys rotates them later.",
  help: "The disk may be full, or you may lack write access to .deploy.",
  isDone: ({ results }) => results.authKeys !== undefined,
  async run({ storeResults }) {
    const webhookSecret = randomBytes(24).toString("base64url");
    await storeResults({ webhookSecret, authKeys: await createKeySet() });
  },
};

export const build: Step = {
  name: "build",
  does: "Builds the site again from the CMS, if the CMS had no content at the first build.",
  help: "The message names the missing content: publish it in the Studio and run this again.",
  isDone: ({ results }) => results.isBuiltOfContent !== undefined,
  async run({ build, storeResults }) {
    await build();
    await storeResults({ isBuiltOfContent: "yes" });
  },
};

export const secrets: Step = {
  name: "secrets",
  does: "Validates the environment, stores it in .deploy/production.env, and gives its secrets to the site and the scheduled Worker.",
  help: "Run this again: both get all secrets again. If one of them still fails, the Cloudflare token lacks Cloudflare Pages: Edit or Workers Scripts: Edit.",
  async run({ environment, account, directory, results, storeResults }) {
    const variables = environment();
    await checkEnvironment(variables);
    await writePrivate(valuesFileIn(directory), toLines(variables));
    // Stored after the file, so an interrupted run finds the values of the state in the file.
    await storeResults({
      deployedEnvironment: toLines(variables),
      deployedKeys: listKnownKeyIds(results).join(" "),
    });
    const { secrets } = splitEnvironment(variables);
    for (const worker of deployedWorkers) await putSecrets(worker, secrets, account);
    return `${Object.keys(variables).length} variables, ${Object.keys(secrets).length} of them secret`;
  },
};

export const scheduled: Step = {
  name: "scheduled Worker",
  does: "Deploys the Worker with the cron.",
  help: "Run this again. The Cloudflare token needs Workers Scripts: Edit; an account has five free crons.",
  async run({ folder, dist, environment, account, results: { spoolId = "" }, storeResults }) {
    const vars = splitEnvironment(environment()).variables;
    const version = await deployScheduled(folder("scheduled"), { dist, vars, spoolId, account });
    await storeResults({ version });
  },
};

export const site: Step = {
  name: "site",
  does: "Deploys the site and its API to Pages.",
  help: "Run this again: uploaded files are not sent twice.",
  async run({ folder, environment, account, results, cloudflare, storeResults }) {
    const { variables } = splitEnvironment(environment());
    await preparePagesFolder(folder("site"), "site", variables, results.spoolId);
    await deployPages(folder("site"), "main", account);
    const live = await cloudflare.liveDeployment(projectNames.site);
    await storeResults({ deployment: live });
    return `deployment ${live}`;
  },
};
