// The script of a page of drafts in the Studio's frame: it lets the Studio point at what belongs to a field, and shows what is typed.
// No visitor's page has it.
import { enableVisualEditing } from "@sanity/visual-editing";
import { Idiomorph } from "idiomorph";
import { type PreviewLink, previewPaths } from "#functions/contract/preview.ts";

const shownAddress = () => `${location.pathname}${location.search}${location.hash}`;

/** Puts the page as its drafts are now in the place of what is shown, changing no more than what differs. */
async function refresh(): Promise<void> {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok && answer.status !== 404) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = next.title;
  for (const id of ["app", "preview-bar"]) {
    const [now, then] = [document.getElementById(id), next.getElementById(id)];
    if (now && then) Idiomorph.morph(now, then.innerHTML, { morphStyle: "innerHTML" });
  }
}

// Many changes may come while one answer is on its way: one more is asked for then, not one for each.
let running: Promise<void> | undefined;
let again = false;
async function refreshSoon(): Promise<void> {
  if (running) {
    again = true;
    return running;
  }
  running = refresh().catch(() => {});
  await running;
  running = undefined;
  if (!again) return;
  again = false;
  return refreshSoon();
}

enableVisualEditing({
  zIndex: 40,
  refresh: () => refreshSoon(),
  history: {
    subscribe(navigate) {
      navigate({ type: "replace", title: document.title, url: shownAddress() });
      return () => {};
    },
    update({ type, url }) {
      if (url === shownAddress()) return;
      if (type === "replace") location.replace(url);
      else location.assign(url);
    },
  },
});

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>("#preview-share") : null;
  if (!button) return;
  const { shared = "", failed = "" } = button.dataset;
  try {
    const answer = await fetch(previewPaths.link, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: location.pathname }),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    const { url } = (await answer.json()) as PreviewLink;
    await navigator.clipboard.writeText(url).catch(() => {
      // A frame may not write to the clipboard everywhere: then it is shown, to be copied by hand.
      window.prompt(shared, url);
    });
    button.textContent = shared;
  } catch {
    button.textContent = failed;
  }
});
