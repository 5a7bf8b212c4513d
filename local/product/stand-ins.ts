import { seedAdministrator } from "#local/commands/administrators.ts";
import { runProgram } from "#local/processes/run.ts";
import type { WebhookOptions } from "#local/processes/webhook.ts";
import { localStudioSettings } from "#local/studio/sanity-build.ts";
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

/** Builds the Studio in another process, unless its sources are unchanged, and serves it. */
async function startStudio({ settings, log, signal, progress, launch }: Product): Promise<void> {
  progress.at("the Studio", "building");
  const studioSettings = JSON.stringify(localStudioSettings(getAddresses(settings)));
  const args = ["local/studio/build.ts", studioDirectory(settings), studioSettings];
  await runProgram("studio build", args, log, signal);
  progress.done("the Studio");
  await launch(studioService(settings));
}
