import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Returns whether a port is in use. A machine without IPv6 has no ::1 on which it could be. */
function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== "EADDRNOTAVAIL" && code !== "EAFNOSUPPORT"),
    );
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}

/** Returns whether `port` is free on both loopback addresses. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "::1"]) {
    if (await isTaken(port, host)) return false;
  }
  return true;
}

// Below the system's ephemeral ports: an outgoing connection could take such a port between the check and the server's
// start.
const lowest = 20_000;
const highest = 32_767;

/** Returns `count` different free ports. */
export async function findFreePorts(count: number): Promise<number[]> {
  const freePorts = new Set<number>();
  while (freePorts.size < count) {
    const port = randomInt(lowest, highest + 1);
    if (!freePorts.has(port) && (await isFree(port))) freePorts.add(port);
  }
  return [...freePorts];
}
