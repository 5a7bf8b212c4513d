import { parseEnv } from "node:util";
import { listVariables } from "#functions/variables.ts";
import { readPrivate } from "#local/state.ts";
import { edgeUrlOf } from "./environment.ts";
import { type DeployState, valuesIn } from "./state.ts";

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
    const variable = listVariables().get(name);
    if (variable?.made) await note({ [variable.made]: value });
    else if (variable?.from === "operator") await answer(name, value);
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
