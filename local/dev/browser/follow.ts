/**
 * Connects an open page of `npm run dev` to the sources. The page reloads after a change that `isRelevant` accepts, or
 * that it missed while it was loading. It tells the server which state it shows; the server reports a missed change.
 */
export function followSources(isRelevant: (change: { rendered: boolean }) => boolean): void {
  const shownState = document.querySelector<HTMLMetaElement>("meta[name=site-state]")?.content;
  // Vite searches the text for `import.meta.hot`, so it must not be destructured.
  import.meta.hot?.on("site:changed", (change) => isRelevant(change) && location.reload());
  // A page that got Vite's own update is up to date. Any other one reloads, whether or not React has hydrated it.
  let hasUpdates = false;
  import.meta.hot?.on("vite:beforeUpdate", () => {
    hasUpdates = true;
  });
  import.meta.hot?.on("site:missed", () => hasUpdates || location.reload());
  import.meta.hot?.send("site:shown", Number(shownState));
}
