import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLog } from "#local/processes/log.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import { type Service, type ServiceOptions, startService } from "#local/processes/service.ts";
import {
  databaseService,
  mailService,
  sanityService,
  scheduleService,
  studioService,
} from "#local/product/services.ts";
import { readSecrets } from "#local/secrets.ts";
import { oddRequests, randomRequests, sendAll, sendRaw } from "../support/raw-requests.ts";
import { createTestFolder } from "../support/test-folder.ts";

const toRequest = (path: string, host = "localhost") =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
const state = createTestFolder();
let log: ReturnType<typeof openLog>;
const runningServices = new Map<string, { options: ServiceOptions; service: Service; said: string[] }>();

async function launch(options: ServiceOptions) {
  const outputLines: string[] = [];
  const service = await startService(options, log, (line) => outputLines.push(line));
  runningServices.set(options.name, { options, service, said: outputLines });
}

beforeAll(async () => {
  log = openLog(join(state, "log.txt"));
  const [PORT = 0, STUDIO_PORT = 0, LAKE_PORT = 0, MAIL_PORT = 0, DATABASE_PORT = 0, schedulePort = 0] =
    await findFreePorts(6);
  const settings = {
    ports: { PORT, STUDIO_PORT, LAKE_PORT, MAIL_PORT, DATABASE_PORT },
    state,
    postgresUrl: undefined,
    adminEmail: "admin@guaria.example",
    adminPassword: undefined,
  };
  await mkdir(join(state, "studio", "static"), { recursive: true });
  await writeFile(join(state, "studio", "index.html"), "<title>Studio</title>");
  await writeFile(join(state, "worker.js"), "export default { async scheduled() {} };");
  const secrets = await readSecrets(state);
  await Promise.all([
    launch(databaseService(settings, secrets)),
    launch(mailService(settings, secrets)),
    launch(sanityService(settings, "token")),
    launch(studioService(settings)),
    launch(scheduleService(settings, state, schedulePort, {})),
  ]);
});
afterAll(async () => {
  for (const { service } of runningServices.values()) await service.stop();
  await log.close();
});

describe.each([
  ["database", 1],
  ["mailbox", 2],
  ["content", 3],
  ["studio", 4],
  ["schedule", 5],
])("the process of the %s", (name, seed) => {
  const getRunning = () => {
    const runningService = runningServices.get(name);
    if (!runningService) throw new Error(`${name} does not run.`);
    return runningService;
  };
  const expectAlive = async (after: string) => {
    const { options, said: outputLines } = getRunning();
    expect(await sendRaw(options.port, toRequest(options.healthPath), 20_000), after).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    expect(outputLines, after).toEqual([]);
  };

  test.each(oddRequests)("keeps answering after %s", async (requestName, bytes) => {
    const answer = await sendRaw(getRunning().options.port, bytes);
    expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
    await expectAlive(requestName);
  });

  test("keeps answering after its share of ten thousand random requests", async () => {
    const { port } = getRunning().options;
    await sendAll(port, randomRequests(seed, 2_000));
    await expectAlive(`the requests of the seed ${seed}`);
  }, 300_000);

  // tests/local/processes/loopback.test.ts has the other host names.
  test("rejects another host name", async () => {
    const { port, healthPath } = getRunning().options;
    expect(await sendRaw(port, toRequest(healthPath, "evil.example"), 20_000)).toMatch(/^HTTP\/1\.1 421 /);
  });
});
