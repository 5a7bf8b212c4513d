import { darkTheme, showPicturesOf } from "#web/ui/picture-theme.ts";
import { afterPicture } from "./after-picture.ts";

const { dataset } = document.documentElement;

/**
 * Shows the theme that the visitor chose in an earlier visit; without a choice the page follows the system.
 * @throws DOMException where storage is forbidden
 */
export function applyTheme(): void {
  show(localStorage.theme);
  showPicturesOf(localStorage.theme);
}

/** Changes between light and dark. Choosing what the system has anyway is following the system again. */
export function toggleTheme(): void {
  const system = matchMedia(darkTheme).matches ? "dark" : "light";
  const next = (dataset.theme ?? system) === "dark" ? "light" : "dark";
  const choice = next === system ? "" : next;
  show(choice);
  // The colours answer the finger; the pictures, whose places are laid out anew, come right after them.
  afterPicture(() => showPicturesOf(choice));
  try {
    localStorage.theme = choice;
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
}

function show(theme: string | undefined): void {
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
}
