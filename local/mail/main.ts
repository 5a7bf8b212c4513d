import { endWithParent } from "#local/processes/lifeline.ts";
import { startMailbox } from "./server.ts";

const {
  MAIL_PORT = "8025",
  MAIL_DIRECTORY,
  MAIL_WEBHOOK_URL: url,
  MAIL_WEBHOOK_SECRET: secret,
} = process.env;

try {
  if (!MAIL_DIRECTORY) throw new Error("MAIL_DIRECTORY is not set.");
  const webhook = url && secret ? { url, secret } : undefined;
  const mail = await startMailbox({ port: Number(MAIL_PORT), directory: MAIL_DIRECTORY, webhook });
  endWithParent(mail.close);
  process.stdout.write(`The mailbox is at ${mail.origin}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
