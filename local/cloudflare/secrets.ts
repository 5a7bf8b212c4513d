import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const wrangler = fileURLToPath(new URL("../../node_modules/wrangler/bin/wrangler.js", import.meta.url));

/** The variables of the edge that no one else may know. All others say where something is, or how much. */
export const secretNames = [
  ...["AUTH_KEYS", "DATABASE_URL", "DEPLOY_HOOK_URL", "MAIL_API_KEY", "MAIL_WEBHOOK_SECRET"],
  ...["SANITY_READ_TOKEN", "SANITY_WRITE_TOKEN", "SANITY_WEBHOOK_SECRET", "TURNSTILE_SECRET"],
  "LOG_SINK_TOKEN",
];

/** What is deployed at Cloudflare, and wrangler's command that gives it secrets. Its configuration has its name. */
const commands = {
  "the site": ["pages", "secret", "bulk"],
  "the scheduled Worker": ["secret", "bulk", "--config", "functions/scheduled/wrangler.toml"],
} as const;
export type Deployed = keyof typeof commands;
export const deployed = Object.keys(commands) as Deployed[];

const timeout = 60_000;

/**
 * Gives one of the two these secrets, all in one call of Cloudflare's API; with CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN. They go to
 * wrangler by its standard input: arguments are seen by whoever lists processes.
 * @throws Error with what wrangler says, and no secret
 */
export async function putSecrets(where: Deployed, secrets: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [wrangler, ...commands[where]], {
    cwd: root,
    timeout,
    env: {
      ...process.env,
      CI: "1",
      NO_COLOR: "1",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_WRITE_LOGS: "false",
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  // One that has ended already does not read.
  child.stdin.on("error", () => {}).end(`${JSON.stringify(secrets)}\n`);
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code === 0) return;
  const said = /\[ERROR\]\s*([^\n]+)\n*([^\n]*)/.exec(stripVTControlCharacters(output))?.slice(1) ?? [
    "it did not answer in time",
  ];
  throw new Error(withoutSecrets(said.map((line) => line.trim()).join(" "), secrets));
}

const withoutSecrets = (text: string, secrets: Record<string, string>) =>
  Object.entries(secrets).reduce((left, [name, value]) => left.replaceAll(value, name), text);
