/** Reloads an open page after a change that `isRelevant` accepts, and requests the current faults of the sources. */
export function followSources(isRelevant: (change: { rendered: boolean }) => boolean): void {
  const shownState = document.querySelector<HTMLMetaElement>("meta[name=site-state]")?.content;
  // Vite searches the text for `import.meta.hot`, so it must not be destructured.
  import.meta.hot?.on("site:changed", (change) => isRelevant(change) && location.reload());
  // A page that was not connected yet missed Vite's own message too, whether or not React has hydrated it.
  let hasUpdates = false;
  import.meta.hot?.on("vite:beforeUpdate", () => {
    hasUpdates = true;
  });
  import.meta.hot?.on("site:missed", () => hasUpdates || location.reload());
  import.meta.hot?.send("site:shown", Number(shownState));
}
