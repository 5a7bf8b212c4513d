/** What the sources that only the dark theme shows have as their media where no theme was chosen. */
export const darkTheme = "(prefers-color-scheme: dark)";

/** Lets every picture show its variant of a theme that was chosen; without a choice it follows the system. */
export function showPicturesOf(theme: string | undefined): void {
  const media = theme === "dark" ? "all" : theme ? "not all" : darkTheme;
  for (const source of document.querySelectorAll<HTMLSourceElement>("source[media]")) {
    const image = source.parentNode?.lastChild as HTMLImageElement;
    if (source.media !== media && !image.complete) {
      // The browser begins with the system's before any script runs, and would load it to its end beside the other one.
      image.replaceWith(image.cloneNode());
      image.srcset = image.src = "";
    }
    source.media = media;
  }
}
