const key = "inbox.sign-keys";
let on: boolean | null = null;

/** Whether letters and signs are keys of the inbox in this browser, as they are until somebody switches them off. */
export function signKeysAreOn(): boolean {
  if (on === null) {
    try {
      on = localStorage.getItem(key) !== "off";
    } catch {
      on = true;
    }
  }
  return on;
}

/** Switches them on or off, for the next visits too. */
export function switchSignKeys(next: boolean): void {
  on = next;
  try {
    if (next) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // Storage is forbidden: it lasts as long as the page.
  }
}
