import { darkTheme, showPicturesOf } from "#web/ui/picture-theme.ts";

const key = "theme";
type Theme = "light" | "dark";

const system = (): Theme => (matchMedia(darkTheme).matches ? "dark" : "light");

/**
 * Shows the theme that the visitor chose in an earlier visit; without a choice the page follows the system.
 * @throws DOMException where storage is forbidden
 */
export function applyTheme(): void {
  show(localStorage.getItem(key));
}

/** Changes between light and dark. Choosing what the system has anyway is following the system again. */
export function toggleTheme(): void {
  const shown = document.documentElement.dataset.theme ?? system();
  const next = shown === "dark" ? "light" : "dark";
  const choice = next === system() ? null : next;
  show(choice);
  try {
    if (choice) localStorage.setItem(key, choice);
    else localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
}

function show(theme: string | null): void {
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  showPicturesOf(dataset.theme);
}
