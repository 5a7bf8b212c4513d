import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { names } from "#local/deploy/configurations.ts";
import type { Step } from "#local/deploy/step.ts";

const looks = 120;

export const address: Step = {
  name: "address",
  does: "Waits until the site's address leads to what was deployed.",
  help: "A new address gets its certificate in minutes, at times in hours: run this again. Pages, Custom domains, in the dashboard of Cloudflare says what it waits for.",
  async run({ cloudflare, fetch, host, origin, dist, interval }) {
    const built = await readFile(join(dist, "build.json"), "utf8");
    let status = "unknown";
    let served = "";
    for (let look = 0; look < looks; look++) {
      status = await cloudflare.domainStatus(names.site, host);
      served = await fetch(`${origin}/build.json`, { signal: AbortSignal.timeout(10_000) }).then(
        (response) => response.text(),
        () => "nothing",
      );
      if (status === "active" && served === built) return;
      await sleep(interval);
    }
    throw new Error(
      `${origin} does not lead there yet: Pages calls it ${status}, and it answers ${served.slice(0, 80)}.`,
    );
  },
};
