import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { seedAdministrator } from "#local/commands/administrators.ts";
import { runProgram } from "#local/processes/run.ts";
import { describeError } from "#local/processes/terminal.ts";
import type { WebhookOptions } from "#local/processes/webhook.ts";
import { fingerprintFileName, localStudioSettings } from "#local/studio/sanity-build.ts";
import { watchStudio } from "#local/studio/watch.ts";
import type { Product } from "./lifetime.ts";
import {
  databaseService,
  getAddresses,
  mailService,
  sanityService,
  studioDirectory,
  studioService,
} from "./services.ts";

/**
 * Starts the stand-ins for the hosted services of the site, and the Studio. `content` resolves once the content is
 * readable, long before the others.
 * `password` resolves with all of them, to the text to print for the administrator's password.
 * @param webhook the site's webhook, to which the content reports publications
 */
export function startStandIns(
  product: Product,
  webhook?: WebhookOptions,
): { content: Promise<void>; password: Promise<string> } {
  const { settings, secrets, launch } = product;
  product.progress.say("Starting the database, the content and the mailbox …");
  const content = launch(sanityService(settings, secrets.contentToken, webhook)).then(() => {});
  const otherServices = Promise.all([
    startDatabase(product),
    startStudio(product),
    launch(mailService(settings, secrets)),
  ]);
  return { content, password: otherServices.then(([password]) => password) };
}

/** Starts the database with the first administrator. Returns the text to print for the administrator's password. */
async function startDatabase({ settings, secrets, launch }: Product): Promise<string> {
  await launch(databaseService(settings, secrets));
  const address = {
    databaseUrl: `postgresql://postgres:${secrets.ownerPassword}@localhost/vitrina`,
    fetchEndpoint: getAddresses(settings).database,
  };
  const password = settings.adminPassword ?? secrets.adminPassword;
  const isOwnPassword = await seedAdministrator(address, {
    email: settings.adminEmail,
    password,
    replace: settings.adminPassword !== undefined,
  });
  return isOwnPassword ? password : "changed by its owner; ADMIN_PASSWORD=… sets another";
}

/** Builds the Studio in another process, unless its sources are unchanged, serves it, and builds it after changes. */
async function startStudio(product: Product): Promise<void> {
  const { settings, signal, progress, launch } = product;
  progress.at("the Studio", "building");
  const directory = studioDirectory(settings);
  const studioSettings = localStudioSettings(getAddresses(settings));
  const build = () =>
    runProgram(
      "studio build",
      ["local/studio/build.ts", directory, JSON.stringify(studioSettings)],
      product.log,
      signal,
    );
  await build();
  progress.done("the Studio");
  await launch(studioService(settings));
  const builtFrom = await readFile(join(directory, fingerprintFileName), "utf8");
  const say = (text: string) => !signal.aborted && progress.say(text);
  const buildAgain = async () => {
    say("The sources of the Studio have changed: building it again …");
    await build().then(
      () => say("The Studio is built again: reload it."),
      (error) => say(`${describeError(error)} The build before is still served.`),
    );
  };
  watchStudio({ builtFrom, settings: studioSettings, signal }, buildAgain).catch((error) =>
    say(`The Studio is built again only after a restart: ${describeError(error)}`),
  );
}
