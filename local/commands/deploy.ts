// `npm run deploy`: deploys the site, or its changes, to the accounts at Cloudflare, Neon, Sanity and Resend. It stores
// answers and generated values in .deploy, or in the folder of DEPLOY_STATE.
import { Option } from "commander";
import { checks } from "#local/deploy/checks.ts";
import { deploy, dryRun } from "#local/deploy/deploy.ts";
import { deployPreview, removePreview } from "#local/deploy/preview.ts";
import { askAtTerminal } from "#local/deploy/questions.ts";
import { getDeployDirectory } from "#local/deploy/state.ts";
import { say } from "#local/processes/terminal.ts";
import { buildWithNotices } from "#local/product/artifact.ts";
import { buildStudio, type StudioSettings } from "#local/studio/sanity-build.ts";
import { createCommand, printJson, runCommand } from "./cli.ts";

type DeployOptions = {
  dryRun?: boolean;
  preview?: string;
  remove?: boolean;
  offlineCopy?: boolean;
  json?: boolean;
  yes?: boolean;
};

/** Runs `npm run deploy`: deploys the live site, or deploys or removes a preview. `json` is for previews only. */
async function run({
  dryRun: isDry,
  preview,
  remove,
  offlineCopy = false,
  json,
  yes: isUnattended,
}: DeployOptions): Promise<void> {
  if (remove && preview === undefined)
    command.error("Say which preview to remove: npm run deploy -- --preview NAME --remove");
  const cancellation = new AbortController();
  const options = {
    directory: getDeployDirectory(),
    command: process.env,
    ask: isUnattended ? null : askAtTerminal(),
    checks,
    say: json ? (line: string) => void process.stderr.write(`${line}\n`) : say,
    intervalMs: 5_000,
    mailTimeoutMs: 120_000,
    offlineCopy,
    signal: cancellation.signal,
    fetch: (address: string, init?: RequestInit) => fetch(address, init),
    buildSite: buildWithNotices,
    buildStudio: (folder: string, settings: StudioSettings) => buildStudio(folder, settings, "ignore"),
  };
  if (preview !== undefined && remove) {
    const isRemoved = await removePreview(preview, options);
    if (json) return printJson({ preview, removed: isRemoved });
    say(isRemoved ? `The preview ${preview} is removed.` : `There is no preview ${preview}.`);
  } else if (preview !== undefined) {
    // The first Ctrl-C waits until the preview's database branch is removed, which may still have personal data. The
    // next one stops at once.
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => cancellation.abort(new Error("Stopped.")));
    const origin = await deployPreview(preview, options);
    if (json) return printJson({ preview, origin });
    say(`The preview is at ${origin}`);
  } else if (isDry) {
    for (const line of await dryRun(options)) say(line);
  } else {
    await deploy(options);
  }
}

const command = createCommand(
  "npm run deploy",
  "Deploys the site, or its changes, to the accounts at Cloudflare, Neon, Sanity and Resend.",
)
  .option("--dry-run", "print the questions, checks and steps of a deployment, without calling a provider")
  .addOption(new Option("--preview <name>", "deploy a preview beside the live site").conflicts("dryRun"))
  .option("--remove", "remove the preview of that name")
  .option("--offline-copy", "if the CMS is unavailable, deploy the content of the last build")
  .option("--yes", "ask nothing, and stop before any change if only an operator can decide something")
  .option("--json", "print the result of a preview as JSON, and the progress to standard error")
  .action(run);

await runCommand(command);
