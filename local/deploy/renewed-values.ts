import { parseEnv } from "node:util";
import { readPrivate } from "#local/state.ts";
import { edgeUrlOf, handedOn } from "./environment.ts";
import { type DeployState, valuesIn } from "./state.ts";

/** What the state remembers under a name of its own. */
const madeAs: Record<string, string> = {
  AUTH_KEYS: "authKeys",
  MAIL_API_KEY: "mailKey",
  MAIL_WEBHOOK_SECRET: "mailWebhookSecret",
  SANITY_READ_TOKEN: "readToken",
  SANITY_WRITE_TOKEN: "writeToken",
  SANITY_WEBHOOK_SECRET: "webhookSecret",
};

/**
 * Takes over what was renewed in the file of the site's values since it was written, by `npm run keys` or by hand: what it had before may have
 * leaked, and must not be deployed again.
 * @throws Error with one sentence where the file names another database than the state
 */
export async function takeRenewedValues(
  { directory, answers, made, answer, note }: DeployState,
  command: Record<string, string | undefined>,
): Promise<void> {
  const file = valuesIn(directory);
  const written = parseEnv(made.values ?? "");
  const renewed = Object.entries(parseEnv((await readPrivate(file)) ?? "")).filter(
    ([name, value]) => value && value !== written[name],
  );
  for (const [name, value = ""] of renewed) {
    const own = madeAs[name];
    if (own) await note({ [own]: value });
    else if (handedOn.includes(name)) await answer(name, value);
    else if (name === "SANITY_PROJECT_ID" && value !== made.sanityProject) await answer(name, value);
    else if (name === "DATABASE_URL") {
      const url = URL.parse(value);
      const password = decodeURIComponent(url?.password ?? "");
      const ownerUrl = command.OWNER_DATABASE_URL || answers.OWNER_DATABASE_URL || made.ownerUrl;
      if (ownerUrl && edgeUrlOf(ownerUrl, password) !== url?.href) {
        throw new Error(
          `${file} names another database than the one that is deployed: say the address of its owner as OWNER_DATABASE_URL, and nothing has to be written into that file.`,
        );
      }
      await note({ edgePassword: password });
    }
  }
}
