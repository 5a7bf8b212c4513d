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
import { takeLock } from "#local/processes/lock.ts";
import { type Log, openLog } from "#local/processes/log.ts";
import { freePorts, isFree } from "#local/processes/ports.ts";
import { openProgress } from "#local/processes/progress.ts";
import { run } from "#local/processes/run.ts";
import { type Service, type ServiceOptions, startService } from "#local/processes/service.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { notBuiltBlock, readyBlock } from "#local/product/blocks.ts";
import {
  addresses,
  databaseService,
  lakeService,
  mailService,
  scheduleService,
  siteService,
  studioEnvironment,
  studioService,
} from "#local/product/services.ts";
import { edgeEnvironment, prepareSite } from "#local/product/site.ts";
import { readSecrets } from "#local/secrets.ts";
import { type PortVariable, readSettings, type Settings } from "#local/settings.ts";
import { openState } from "#local/state.ts";
import { seedAdministrator } from "./administrators.ts";

const began = performance.now();
const services: Service[] = [];
let log: Log | undefined;
const building = new AbortController();
let release = async () => {};
let ending: Promise<void> | undefined;
const progress = openProgress(say);

// In the reverse order of their start: nothing loses what it relies on before it has ended itself.
function end(code: number): Promise<void> {
  ending ??= (async () => {
    building.abort();
    for (const service of services.reverse()) await service.stop();
    await log?.close();
    await release();
    process.exit(code);
  })();
  return ending;
}

async function refuseTakenPorts({ ports }: Settings): Promise<void> {
  for (const [name, port] of Object.entries(ports) as [PortVariable, number][]) {
    if (!(await isFree(port))) {
      throw new Error(`Port ${port} is in use: end what runs there, or choose another with ${name}=…`);
    }
  }
}

async function start(): Promise<void> {
  const settings = readSettings();
  await refuseTakenPorts(settings);
  await openState(settings.state);
  release = await takeLock(
    join(settings.state, "lock"),
    (pid) =>
      `${settings.state} is in use by process ${pid}: end that npm start, or set LOCAL_STATE to another folder.`,
  );
  log = openLog(join(settings.state, "log.txt"));
  const theLog = log;
  const launch = async (options: ServiceOptions) => {
    progress.at(`the ${options.name}`, "starting");
    const service = await startService(options, theLog, progress.say);
    progress.done(`the ${options.name}`);
    services.push(service);
    return service;
  };

  const secrets = await readSecrets(settings.state);
  const { lake, database } = addresses(settings);
  const environment = edgeEnvironment(settings, secrets);
  const directory = await prepareSite(settings, environment);
  const { signal } = building;

  const buildSite = async () => {
    let printed = "";
    const failure = await buildInto(directory, theLog, signal, (step) => {
      progress.at("the site", step);
      // How many are done is printed after a silence only (progress.ts).
      const kind = step.replace(/ \d+ of /, ", ");
      if (kind !== printed) progress.say(`  the site: ${kind} …`);
      printed = kind;
    });
    progress.done("the site");
    return failure;
  };
  const buildStudio = async () => {
    progress.at("the Studio", "building");
    await run("studio build", ["local/studio/build.ts"], studioEnvironment(settings), theLog, signal);
    progress.done("the Studio");
    await launch(studioService(settings));
  };

  progress.say("Starting the database, the content and the mailbox …");
  let published: string | null = null;
  // The build needs the content, and takes the longest: it begins while the database is still starting.
  const built = launch(lakeService(settings)).then(async () => {
    if (!ending) progress.say("Building the site and the Studio …");
    published = await publishedRevision(lake);
    return buildSite();
  });
  const seeded = launch(databaseService(settings, secrets)).then(() =>
    seedAdministrator(
      {
        databaseUrl: `postgresql://postgres:${secrets.ownerPassword}@localhost/vitrina`,
        fetchEndpoint: database,
      },
      {
        email: settings.adminEmail,
        password: settings.adminPassword ?? secrets.adminPassword,
        replace: settings.adminPassword !== undefined,
      },
    ),
  );
  const [firstFailure, passwordIsOurs] = await Promise.all([
    built,
    seeded,
    buildStudio(),
    launch(mailService(settings)),
  ]);
  const password = passwordIsOurs
    ? (settings.adminPassword ?? secrets.adminPassword)
    : "changed by its owner; ADMIN_PASSWORD=… sets another";

  let served: Service[] = [];
  const serveSite = async () => {
    progress.say("Starting the site …");
    for (const service of served) {
      services.splice(services.indexOf(service), 1);
      await service.stop();
    }
    await takeNewBuild(directory);
    const [schedulePort = 0] = await freePorts(1);
    served = await Promise.all([
      launch(siteService(settings, directory)),
      launch(scheduleService(scheduledDirectory(join(directory, "dist")), schedulePort, environment)),
    ]);
    const health = await fetch(`${addresses(settings).site}/api/health`);
    if (!health.ok) {
      throw new Error(
        `The site's API answers ${health.status}: ${join(settings.state, "log.txt")} says why.`,
      );
    }
    progress.say(readyBlock(settings, performance.now() - began, password));
  };

  let failure = firstFailure;
  const earlier = failure !== null && hasBuild(directory);
  if (failure === null || earlier) await serveSite();
  while (failure !== null) {
    progress.say(notBuiltBlock(settings, failure, earlier));
    published = await nextRevision(lake, published, signal);
    progress.say("Something was published: building the site again …");
    failure = await buildSite();
    if (failure === null) await serveSite();
  }
}

// Whoever read the output may be gone; the services are still wanted.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
process.on("uncaughtException", (error) => {
  say(`npm start ended: ${sentence(error)}`);
  end(1);
});
// Whoever started us is gone without a word: nobody would ever end this.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && end(0), 1_000).unref();

start().catch((error) => {
  if (ending) return;
  say(sentence(error));
  return end(1);
});
