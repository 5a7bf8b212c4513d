/** Reloads an open page after a change that `isRelevant` accepts, and requests the current faults of the sources. */
export function followSources(counts: (change: { rendered: boolean }) => boolean): void {
  const shown = document.querySelector<HTMLMetaElement>("meta[name=site-state]")?.content;
  // Vite searches the text for `import.meta.hot`, so it must not be destructured.
  import.meta.hot?.on("site:changed", (change) => counts(change) && location.reload());
  // A page that was not connected yet missed Vite's own message too, whether or not React has hydrated it.
  let hears = false;
  import.meta.hot?.on("vite:beforeUpdate", () => {
    hears = true;
  });
  import.meta.hot?.on("site:missed", () => hears || location.reload());
  import.meta.hot?.send("site:shown", Number(shown));
}
