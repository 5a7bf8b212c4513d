// The script of a page of drafts in the Studio's frame. It lets the Studio highlight the elements of a field, and shows
// edits as they are typed. No visitor's page loads it.
import { enableVisualEditing } from "@sanity/visual-editing";
import { Idiomorph } from "idiomorph";
import { framedHeader, type PreviewLink, previewPaths } from "#functions/contract/preview.ts";

const shownAddress = () => `${location.pathname}${location.search}${location.hash}`;

/** Reads the current page as a document, because the page's policy (Trusted Types) forbids to parse a text. */
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

/** Shows a page by changing only the nodes that differ. */
function show(next: Document): void {
  document.title = next.title;
  for (const id of ["app", "preview-note"]) {
    const [now, then] = [document.getElementById(id), next.getElementById(id)];
    if (now && then) Idiomorph.morph(now, [...then.cloneNode(true).childNodes], { morphStyle: "innerHTML" });
  }
}

// The Studio's frame has changed the document since it was served, so it cannot be compared with later pages. The
// script reads the page again, which also shows edits made meanwhile.
let shown = readPage()
  .catch(() => null)
  .then((page) => {
    if (page) show(page);
    return page;
  });
// Pauses between reads in milliseconds. The Studio reports a change as it is typed; the CMS can serve it seconds later.
const pauses = [0, 100, 150, 150, 200, 200, 250, 250, 500, 1_000, 2_000, 3_000, 4_000];

let again = false;
let wake = () => {};
const sleep = (pause: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, pause);
    wake = resolve;
  });

/** Reads the page until it differs from the shown page, and shows it. */
async function refresh(): Promise<void> {
  for (let step = 0; step < pauses.length; step++) {
    await sleep(pauses[step] ?? 0);
    // A change that arrived meanwhile restarts the series of pauses.
    if (again) step = 0;
    again = false;
    const page = await readPage();
    const before = await shown;
    if (page === null || before?.isEqualNode(page)) continue;
    shown = Promise.resolve(page);
    show(page);
    // If the first read failed, this page may be older than the change, so the reads go on.
    if (before) return;
  }
}

// Many changes may arrive during a refresh. All of them together cause one more refresh.
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

/** Shows a link in the bar and copies it. A frame may not use the asynchronous clipboard API. */
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
