/** Reloads an open page after a change for which `counts` is true, and asks for what is wrong with the sources. */
export function followSources(counts: (change: { rendered: boolean }) => boolean): void {
  const shown = document.querySelector<HTMLMetaElement>("meta[name=site-state]")?.content;
  // Vite finds these words in the text: it is not an object to be taken apart.
  import.meta.hot?.on("site:changed", (change) => counts(change) && location.reload());
  // A page that was not connected yet has missed Vite's own message, too, whether or not React has hydrated it.
  let hears = false;
  import.meta.hot?.on("vite:beforeUpdate", () => {
    hears = true;
  });
  import.meta.hot?.on("site:missed", () => hears || location.reload());
  import.meta.hot?.send("site:shown", Number(shown));
}
