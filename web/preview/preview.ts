// The script of a page of drafts in the Studio's frame: it lets the Studio point at what belongs to a field, and shows what is typed.
// No visitor's page has it.
import { enableVisualEditing } from "@sanity/visual-editing";
import { Idiomorph } from "idiomorph";
import { framedHeader, type PreviewLink, previewPaths } from "#functions/contract/preview.ts";

const shownAddress = () => `${location.pathname}${location.search}${location.hash}`;

/** The page as it is now. It is asked for as a document, because the policy of pages forbids to make one of a text. */
const readPage = (): Promise<Document | null> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    if (window.top !== window) request.setRequestHeader(framedHeader, "true");
    request.onload = () => resolve([200, 404].includes(request.status) ? request.responseXML : null);
    request.onerror = reject;
    request.send();
  });

/** Puts a page in the place of what is shown, changing no more than what differs. */
function show(next: Document): void {
  document.title = next.title;
  for (const id of ["app", "preview-note"]) {
    const [now, then] = [document.getElementById(id), next.getElementById(id)];
    if (now && then) Idiomorph.morph(now, [...then.cloneNode(true).childNodes], { morphStyle: "innerHTML" });
  }
}

// The document has been changed since it was served, by the Studio's frame, so it is compared with nothing: the page is read once more, and what
// was written meanwhile is shown.
let shown = readPage()
  .catch(() => null)
  .then((page) => {
    if (page) show(page);
    return page;
  });
// In milliseconds. The Studio tells of a change as it is typed, and the CMS has it some time later: seconds, on a bad day.
const pauses = [0, 100, 150, 150, 200, 200, 250, 250, 500, 1_000, 2_000, 3_000, 4_000];

let again = false;
let wake = () => {};
const sleep = (pause: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, pause);
    wake = resolve;
  });

/** Shows the page as its drafts are now, once that is another than what is shown. */
async function refresh(): Promise<void> {
  for (let step = 0; step < pauses.length; step++) {
    await sleep(pauses[step] ?? 0);
    // A change that came meanwhile is looked for as soon as the first one was.
    if (again) step = 0;
    again = false;
    const page = await readPage();
    const before = await shown;
    if (page === null || before?.isEqualNode(page)) continue;
    shown = Promise.resolve(page);
    show(page);
    // Where the first reading failed, this one may be from before the change.
    if (before) return;
  }
}

// Many changes may come while one answer is on its way: one more is asked for then, not one for each.
let running: Promise<void> | undefined;
async function refreshSoon(): Promise<void> {
  if (running) {
    again = true;
    wake();
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

/** Shows a link in the bar, and copies it. A frame may not use the clipboard's newer interface. */
function offer(button: HTMLButtonElement, url: string): void {
  const field = document.createElement("input");
  Object.assign(field, { readOnly: true, value: url, ariaLabel: button.title });
  button.replaceWith(field);
  field.select();
  const isCopied = document.execCommand("copy");
  const note = document.createElement("span");
  note.role = "status";
  note.textContent = (isCopied ? button.dataset.shared : button.title) ?? "";
  field.after(note);
}

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>("#preview-share") : null;
  if (!button) return;
  button.disabled = true;
  const answer = await fetch(previewPaths.link, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path: location.pathname }),
  }).catch(() => null);
  button.disabled = false;
  if (answer?.ok) offer(button, ((await answer.json()) as PreviewLink).url);
  else button.textContent = button.dataset.failed ?? "";
});
