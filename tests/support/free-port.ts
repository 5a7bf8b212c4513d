import { findFreePorts } from "#local/processes/ports.ts";

const attempts = 5;
const isPortTaken = (error: unknown) => /\bin use\b|EADDRINUSE/i.test(String(error));

/** Runs `work`, and runs it again if another process took a port after the port was chosen. */
export async function retryTakenPort<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isPortTaken(error)) throw error;
    }
  }
}

/**
 * Starts a server on a free port below the ports of outgoing connections, so that the server can stop and take the port
 * again.
 */
export const startOnFreePort = <Server>(start: (port: number) => Promise<Server>): Promise<Server> =>
  retryTakenPort(async () => {
    const [port = 0] = await findFreePorts(1);
    return start(port);
  });
