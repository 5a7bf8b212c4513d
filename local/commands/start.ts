// `npm start`: runs the whole product on this machine until Ctrl-C.
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startDeployHook } from "#local/deploy-hook/deploy-hook.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import type { Service } from "#local/processes/service.ts";
import { describeError } from "#local/processes/terminal.ts";
import { notBuiltBlock } from "#local/product/blocks.ts";
import { type Product, runProduct } from "#local/product/lifetime.ts";
import {
  gatewayFile,
  gatewayService,
  getAddresses,
  scheduleService,
  siteService,
} from "#local/product/services.ts";
import { prepareSite } from "#local/product/site.ts";
import {
  buildInto,
  findNewestBuild,
  readPublishedRevision,
  takeNewBuild,
  waitForRevision,
} from "#local/product/site-build.ts";
import { startStandIns } from "#local/product/stand-ins.ts";
import { scheduledDirectory } from "#web/build/workers/functions.ts";
import { createCommand, runCommand } from "./cli.ts";

/** Builds the site beside the served one. Returns the reason of a failed build, or null. */
async function buildSite({ log, signal, progress }: Product, directory: string): Promise<string | null> {
  let printedStep = "";
  const buildFailure = await buildInto(directory, log, signal, (step) => {
    progress.at("the site", step);
    // Repeated counts are printed only after a silence (Progress in terminal.ts).
    const stepText = step.replace(/ \d+ of /, ", ");
    if (stepText !== printedStep) progress.say(`  the site: ${stepText} …`);
    printedStep = stepText;
  });
  progress.done("the site");
  return buildFailure;
}

/** A served build: its folder, and the services that serve it. */
type ServedBuild = { dist: string; services: Service[] };

/**
 * Returns a function that routes visitors to the build on a port, so that a new build replaces the old one without
 * interruption. The first call starts the gateway; a later one resolves once no request to the earlier port is under
 * way.
 */
function createSwitch(product: Product): (port: number) => Promise<void> {
  const controlPath = `/${randomBytes(24).toString("base64url")}`;
  let controlPort: number | undefined;
  return async (port) => {
    if (controlPort) {
      await fetch(`http://localhost:${controlPort}${controlPath}?port=${port}`, { method: "POST" });
      return;
    }
    const { settings } = product;
    await writeFile(gatewayFile(settings), String(port));
    [controlPort = 0] = await findFreePorts(1);
    await product.launch(gatewayService(settings, { controlPort, controlPath }));
  };
}

/** Serves the newest build, and routes visitors to it once it answers. Then stops the services of the build before. */
async function serveSite(
  product: Product,
  directory: string,
  previous: ServedBuild | null,
  routeTo: (port: number) => Promise<void>,
): Promise<ServedBuild> {
  const { settings, environment, launch } = product;
  product.progress.say("Starting the site …");
  const dist = (await takeNewBuild(directory, previous?.dist ?? null)) ?? findNewestBuild(directory) ?? "";
  const [port = 0, schedulePort = 0] = await findFreePorts(2);
  const services = await Promise.all([
    launch(siteService(settings, directory, { dist, port })),
    launch(scheduleService(settings, scheduledDirectory(join(directory, dist)), schedulePort, environment)),
  ]);
  const health = await fetch(`http://localhost:${port}/api/health`);
  if (!health.ok) {
    for (const service of services) await product.stop(service);
    const file = join(settings.state, "log.txt");
    throw new Error(`The site's API answers ${health.status}: see ${file} for the reason.`);
  }
  await routeTo(port);
  for (const service of previous?.services ?? []) await product.stop(service);
  return { dist, services };
}

/**
 * Starts the deploy hook, and adds its address and the webhook's secret to the product's environment. After a
 * publication the local CMS calls the webhook of the site, the site calls the deploy hook, and that starts a build.
 */
async function addDeployHook(started: Product) {
  const hook = await startDeployHook();
  const webhook = {
    url: `${getAddresses(started.settings).site}/api/hooks/content`,
    secret: started.secrets.webhookSecret,
  };
  const environment = {
    ...started.environment,
    SANITY_WEBHOOK_SECRET: webhook.secret,
    DEPLOY_HOOK_URL: hook.url,
  };
  return { product: { ...started, environment }, hook, webhook };
}

/** Runs `npm start`: serves the built site with all stand-ins, and builds it again after publications. */
async function serveBuild(started: Product): Promise<void> {
  const { product, hook, webhook } = await addDeployHook(started);
  const { settings, environment, signal, progress } = product;
  const { sanity } = getAddresses(settings);
  const directory = await prepareSite(settings, environment);
  /** The published revision at the last successful or failed build. */
  let lastRevision: string | null = null;

  const routeTo = createSwitch(product);
  const standIns = startStandIns(product, webhook);
  // The build takes the longest and needs only the content, so it starts before the database is ready.
  const firstBuild = standIns.content.then(async () => {
    if (!signal.aborted) progress.say("Building the site and the Studio …");
    lastRevision = await readPublishedRevision(sanity);
    return buildSite(product, directory);
  });
  let [buildFailure, password] = await Promise.all([firstBuild, standIns.password]);

  let servedBuild: ServedBuild | null = null;
  // A publication before the first served build reached no deploy hook, so the first check does not wait for one.
  let isFirstCheck = true;
  if (buildFailure === null || findNewestBuild(directory) !== null) {
    servedBuild = await serveSite(product, directory, null, routeTo);
    product.announce(password);
  }
  for (;;) {
    if (buildFailure !== null) progress.say(notBuiltBlock(settings, buildFailure, servedBuild !== null));
    lastRevision = await nextContent(lastRevision, buildFailure !== null);
    progress.say("Something was published: building the site again …");
    const isMended = buildFailure !== null;
    buildFailure = await buildSite(product, directory);
    if (buildFailure !== null) continue;
    try {
      servedBuild = await serveSite(product, directory, servedBuild, routeTo);
    } catch (error) {
      // A site that works stays.
      if (!servedBuild) throw error;
      buildFailure = describeError(error);
      continue;
    }
    if (isMended) product.announce(password);
    else progress.say("The site is served as it was built again.");
  }

  /**
   * Resolves with the published revision that is worth a build. After a failed build this is the next one, otherwise
   * the one at the next call of the deploy hook.
   */
  async function nextContent(since: string | null, isImmediate: boolean): Promise<string> {
    if (isImmediate) return waitForRevision(sanity, since, signal);
    for (;;) {
      if (!isFirstCheck) await hook.waitForRequest(signal);
      isFirstCheck = false;
      const revision = await readPublishedRevision(sanity);
      if (revision !== null && revision !== since) return revision;
    }
  }
}

const command = createCommand("npm start", "Builds, migrates, seeds and serves the product until Ctrl-C.");
await runCommand(command.action(() => runProduct("npm start", serveBuild)));
