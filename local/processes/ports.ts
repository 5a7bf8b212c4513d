import { createServer } from "node:net";

function listens(port: number, host: string): Promise<"free" | "taken" | "absent"> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      // A machine without IPv6 has no ::1 to be taken.
      resolve(error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT" ? "absent" : "taken"),
    );
    probe.listen(port, host, () => probe.close(() => resolve("free")));
  });
}

/** Whether nothing listens on `port` of either loopback address. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "::1"]) {
    if ((await listens(port, host)) === "taken") return false;
  }
  return true;
}

/** `count` different ports that nothing listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once("error", reject);
          server.listen(0, "127.0.0.1", () => {
            const address = server.address();
            if (address && typeof address === "object") resolve(address.port);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
