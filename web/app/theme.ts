/** The media query of dark picture sources, unless the visitor chose a theme. */
const darkTheme = "(prefers-color-scheme: dark)";

/** Shows the variant of every picture for the chosen theme. Without a choice the pictures follow the system. */
function showPicturesOf(theme: string | undefined): void {
  const media = theme === "dark" ? "all" : theme ? "not all" : darkTheme;
  for (const source of document.querySelectorAll<HTMLSourceElement>("source[media]")) {
    const image = source.parentNode?.lastChild as HTMLImageElement;
    if (source.media !== media && !image.complete) {
      // Before any script runs, the browser starts to load the variant of the system's theme. This cancels it.
      image.replaceWith(image.cloneNode());
      image.srcset = image.src = "";
    }
    source.media = media;
  }
}

/** Runs work after the next frame is drawn. */
export const afterNextFrame = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

const { dataset } = document.documentElement;

/**
 * Shows the theme that the visitor chose in an earlier visit; without a choice the page follows the system.
 * @throws DOMException where storage is forbidden
 */
export function applyTheme(): void {
  setTheme(localStorage.theme);
  showPicturesOf(localStorage.theme);
}

/** Switches between light and dark. A choice that equals the system's theme follows the system again. */
export function toggleTheme(): void {
  const system = matchMedia(darkTheme).matches ? "dark" : "light";
  const nextTheme = (dataset.theme ?? system) === "dark" ? "light" : "dark";
  const choice = nextTheme === system ? "" : nextTheme;
  setTheme(choice);
  // The colors change at once. The pictures cause a layout, so they change after the next frame.
  afterNextFrame(() => showPicturesOf(choice));
  try {
    localStorage.theme = choice;
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
}

/** Sets the attribute by which the styles choose their colors. Without it they follow the system. */
function setTheme(theme: string | undefined): void {
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
}
