import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface LoopbackListener {
  port: number;
  close(): Promise<void>;
}

/**
 * Serves HTTP to this machine only, on 127.0.0.1 and, where the machine has it, on ::1, because `localhost` is
 * either of them. Port 0 takes any that is free.
 * @throws Error with one sentence when the port is taken, otherwise the system's own
 */
export async function listenOnLoopback(port: number, handler: RequestListener): Promise<LoopbackListener> {
  for (;;) {
    const ipv4 = await listen(port, "127.0.0.1", handler).catch((error) => refuse(port, error));
    const chosen = (ipv4.address() as AddressInfo).port;
    try {
      const ipv6 = await listen(chosen, "::1", handler);
      return { port: chosen, close: () => closeAll([ipv4, ipv6]) };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== "EADDRINUSE") return { port: chosen, close: () => closeAll([ipv4]) };
      await closeAll([ipv4]);
      if (port !== 0) refuse(port, error);
    }
  }
}

function refuse(port: number, error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
  throw new Error(`Port ${port} is in use by another program.`, { cause: error });
}

function listen(port: number, host: string, handler: RequestListener): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(handler);
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

async function closeAll(servers: Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}
