import type { Plugin } from "vite";

/**
 * Tells open pages about every change: those in which React does not run yet have no other way to show it. A page says which
 * `state` of the sources it shows, so that it also learns of a change that came while it was loading.
 */
export function tellPages(): { plugin: Plugin; state: () => number } {
  let state = 0;
  const plugin: Plugin = {
    name: "tell-pages",
    configureServer({ environments: { client } }) {
      client.hot.on("site:shown", (shown: number, page) => {
        if (shown < state) page.send("site:missed");
      });
    },
    hotUpdate: {
      order: "post",
      handler({ server, modules }) {
        // The renderer's. Every module of the file is known to be old before Vite asks any environment.
        if (this.environment.name !== "ssr") return;
        state += 1;
        server.environments.client.hot.send("site:changed", { rendered: modules.length > 0 });
      },
    },
  };
  return { plugin, state: () => state };
}
