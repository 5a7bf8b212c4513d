// `npm start`: everything that the product needs, on this machine, until Ctrl-C.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { seedAdministrator } from "./administrators.ts";
import { scheduledDirectory } from "./build-functions.ts";
import { takeLock } from "./processes/lock.ts";
import { type Log, openLog } from "./processes/log.ts";
import { freePorts, isFree } from "./processes/ports.ts";
import { run } from "./processes/run.ts";
import { type Service, type ServiceOptions, startService } from "./processes/service.ts";
import { say, sentence } from "./processes/terminal.ts";
import { readSecrets } from "./secrets.ts";
import {
  addresses,
  databaseService,
  lakeService,
  mailService,
  scheduleService,
  siteService,
  studioEnvironment,
  studioService,
} from "./services.ts";
import { type PortVariable, readSettings, type Settings } from "./settings.ts";
import { edgeEnvironment, prepareSite } from "./site.ts";

const began = performance.now();
const services: Service[] = [];
let log: Log | undefined;
const building = new AbortController();
let release = async () => {};
let ending: Promise<void> | undefined;

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
  await mkdir(settings.state, { recursive: true });
  release = await takeLock(
    join(settings.state, "lock"),
    (pid) =>
      `${settings.state} is in use by process ${pid}: end that npm start, or set LOCAL_STATE to another folder.`,
  );
  log = openLog(join(settings.state, "log.txt"));
  const theLog = log;
  const launch = async (options: ServiceOptions) => {
    services.push(await startService(options, theLog, say));
  };

  const secrets = await readSecrets(settings.state);
  const { site, studio, lake, mail, database } = addresses(settings);
  const environment = edgeEnvironment(settings, secrets);
  const directory = await prepareSite(settings, environment);
  const dist = join(directory, "dist");

  say("Starting the database, the content and the mailbox …");
  // The build needs the content, and takes the longest: it begins while the database is still starting.
  const built = launch(lakeService(settings)).then(() => {
    if (!ending) say("Building the site and the Studio …");
    return run("build", ["local/build.ts", dist], environment, theLog, building.signal);
  });
  const edited = run(
    "studio build",
    ["local/build-studio.ts"],
    studioEnvironment(settings),
    theLog,
    building.signal,
  ).then(() => launch(studioService(settings)));
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
  const [, , passwordIsOurs] = await Promise.all([built, edited, seeded, launch(mailService(settings))]);
  say("Starting the site …");
  const [schedulePort = 0] = await freePorts(1);
  await Promise.all([
    launch(siteService(settings, directory)),
    launch(scheduleService(scheduledDirectory(dist), schedulePort, environment)),
  ]);
  const health = await fetch(`${site}/api/health`);
  if (!health.ok) {
    throw new Error(`The site's API answers ${health.status}: ${join(settings.state, "log.txt")} says why.`);
  }

  say(`
Ready in ${((performance.now() - began) / 1000).toFixed(1)} s. Ctrl-C ends all of it; what it holds is kept in ${settings.state}.

  Site      ${site}
  Inbox     ${site}/buzon
  Mailbox   ${mail}
  Studio    ${studio}
  Content   ${lake}
  Database  ${database}
  Log       ${join(settings.state, "log.txt")}

  Administrator  ${settings.adminEmail}
  Password       ${passwordIsOurs ? (settings.adminPassword ?? secrets.adminPassword) : "changed by its owner; ADMIN_PASSWORD=… sets another"}
`);
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
