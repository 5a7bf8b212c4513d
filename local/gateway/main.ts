// Runs the gateway as a process. A request to a second port sets its target port, which it stores in a file, so that a
// restarted gateway has the same target.
import { readFile, writeFile } from "node:fs/promises";
import { endWithParent } from "#local/processes/lifeline.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { openGateway } from "./gateway.ts";

const { PORT = "", GATEWAY_CONTROL_PORT = "", GATEWAY_FILE = "" } = process.env;

try {
  const gateway = await openGateway(Number(PORT), Number(await readFile(GATEWAY_FILE, "utf8")));
  const control = await listenOnLoopback(Number(GATEWAY_CONTROL_PORT), async (request, response, { url }) => {
    const port = url.searchParams.get("port");
    if (request.method === "POST" && port) {
      await writeFile(GATEWAY_FILE, port);
      await gateway.leadTo(Number(port));
    }
    response.writeHead(200).end();
  });
  endWithParent(async () => {
    await Promise.all([gateway.close(), control.close()]);
  });
  process.stdout.write(`The site's gateway is at http://localhost:${PORT}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
