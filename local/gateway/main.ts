// The gateway as a process of its own. It is told where to lead to by a request to a second port, and keeps that in a file: when it
// is started again it leads there, too.
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
