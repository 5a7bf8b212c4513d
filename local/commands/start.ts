// `npm start`: everything that the product needs, on this machine, until Ctrl-C.
import { join } from "node:path";
import { scheduledDirectory } from "#local/build/functions.ts";
import {
  buildInto,
  hasBuild,
  nextRevision,
  publishedRevision,
  takeNewBuild,
} from "#local/build/site-build.ts";
import { freePorts } from "#local/processes/ports.ts";
import type { Service } from "#local/processes/service.ts";
import { notBuiltBlock } from "#local/product/blocks.ts";
import { type Product, runProduct } from "#local/product/lifetime.ts";
import { addresses, scheduleService, siteService } from "#local/product/services.ts";
import { prepareSite } from "#local/product/site.ts";
import { startStandIns } from "#local/product/stand-ins.ts";

/** Builds the site beside the one that is served. Answers with why it could not be built, or null. */
async function buildSite({ log, signal, progress }: Product, directory: string): Promise<string | null> {
  let printed = "";
  const failure = await buildInto(directory, log, signal, (step) => {
    progress.at("the site", step);
    // How many are done is printed after a silence only (progress.ts).
    const kind = step.replace(/ \d+ of /, ", ");
    if (kind !== printed) progress.say(`  the site: ${kind} …`);
    printed = kind;
  });
  progress.done("the site");
  return failure;
}

/** Serves what was built last. Answers with the services, which take the place of those that served before. */
async function serveSite(product: Product, directory: string, before: Service[]): Promise<Service[]> {
  const { settings, environment, launch } = product;
  product.progress.say("Starting the site …");
  for (const service of before) await product.stop(service);
  await takeNewBuild(directory);
  const [schedulePort = 0] = await freePorts(1);
  const served = await Promise.all([
    launch(siteService(settings, directory)),
    launch(scheduleService(scheduledDirectory(join(directory, "dist")), schedulePort, environment)),
  ]);
  const health = await fetch(`${addresses(settings).site}/api/health`);
  if (!health.ok) {
    const file = join(settings.state, "log.txt");
    throw new Error(`The site's API answers ${health.status}: ${file} says why.`);
  }
  return served;
}

runProduct("npm start", async (product) => {
  const { settings, environment, signal, progress } = product;
  const { sanity } = addresses(settings);
  const directory = await prepareSite(settings, environment);
  let published: string | null = null;

  const standIns = startStandIns(product);
  // The build needs the content, and takes the longest: it begins while the database is still starting.
  const built = standIns.content.then(async () => {
    if (!signal.aborted) progress.say("Building the site and the Studio …");
    published = await publishedRevision(sanity);
    return buildSite(product, directory);
  });
  let [failure, password] = await Promise.all([built, standIns.password]);

  let served: Service[] = [];
  const earlier = failure !== null && hasBuild(directory);
  if (failure === null || earlier) {
    served = await serveSite(product, directory, served);
    product.announce(password);
  }
  while (failure !== null) {
    progress.say(notBuiltBlock(settings, failure, earlier));
    published = await nextRevision(sanity, published, signal);
    progress.say("Something was published: building the site again …");
    failure = await buildSite(product, directory);
    if (failure !== null) continue;
    served = await serveSite(product, directory, served);
    product.announce(password);
  }
});
