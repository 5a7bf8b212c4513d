import { randomInt } from "node:crypto";
import { createServer } from "node:net";

function probePort(port: number, host: string): Promise<"free" | "taken" | "absent"> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      // A machine without IPv6 has no ::1 that could be in use.
      resolve(error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT" ? "absent" : "taken"),
    );
    probe.listen(port, host, () => probe.close(() => resolve("free")));
  });
}

/** Returns whether `port` is free on both loopback addresses. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "::1"]) {
    if ((await probePort(port, host)) === "taken") return false;
  }
  return true;
}

// Below the system's ephemeral ports: an outgoing connection could take such a port between the check and the server's
// start.
const lowest = 20_000;
const highest = 32_767;

/** Returns `count` different free ports. */
export async function findFreePorts(count: number): Promise<number[]> {
  const freeOnes = new Set<number>();
  while (freeOnes.size < count) {
    const port = randomInt(lowest, highest + 1);
    if (!freeOnes.has(port) && (await isFree(port))) freeOnes.add(port);
  }
  return [...freeOnes];
}
