// The script of a page of drafts in the Studio's frame. It lets the Studio highlight the elements of a field, and shows
// edits as they are typed. No visitor's page loads it.
import { enableVisualEditing } from "@sanity/visual-editing";
import { Idiomorph } from "idiomorph";
import { framedHeader, type PreviewLink, previewPaths } from "#functions/contract/preview.ts";

const getShownAddress = () => `${location.pathname}${location.search}${location.hash}`;

/**
 * Requests the current page again, as a document, because the page's policy (Trusted Types) forbids parsing a text.
 * Returns null for an error other than 404.
 */
const readPage = (): Promise<Document | null> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    // Tells the edge that the Studio frames the page. `Sec-Fetch-Dest` of a script's request does not.
    if (window.top !== window) request.setRequestHeader(framedHeader, "true");
    request.onload = () => resolve([200, 404].includes(request.status) ? request.responseXML : null);
    request.onerror = reject;
    request.send();
  });

/** Shows a page by changing only the nodes that differ, so that the editor's scroll position and focus stay. */
function showPage(nextPage: Document): void {
  document.title = nextPage.title;
  const [shownBar, nextBar] = [document, nextPage].map((page) => page.getElementById("preview-bar"));
  if (shownBar && nextBar) shownBar.hidden = nextBar.hidden;
  for (const id of ["app", "preview-note", "preview-state"]) {
    const [shownElement, nextElement] = [document.getElementById(id), nextPage.getElementById(id)];
    if (shownElement && nextElement)
      void Idiomorph.morph(shownElement, [...nextElement.cloneNode(true).childNodes], {
        morphStyle: "innerHTML",
      });
  }
}

// The Studio's frame has changed the document since it was served, so it cannot be compared with later pages. The
// script reads the page again, which also shows edits made meanwhile.
let shownPage = readPage()
  .catch(() => null)
  .then((page) => {
    if (page) showPage(page);
    return page;
  });
// Pauses between reads in milliseconds. The Studio reports a change as it is typed; the CMS can serve it seconds later.
const pausesMs = [0, 100, 150, 150, 200, 200, 250, 250, 500, 1_000, 2_000, 3_000, 4_000];

let isRefreshRequested = false;
let wake = () => {};
/** Waits for `pauseMs`, or until `wake` reports another edit in the Studio. */
const sleep = (pauseMs: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, pauseMs);
    wake = resolve;
  });

/**
 * Reads the page after an edit in the Studio until it differs from the shown page, and shows it. The reads repeat
 * because the CMS can serve an edit seconds later.
 */
async function refresh(): Promise<void> {
  for (let step = 0; step < pausesMs.length; step++) {
    await sleep(pausesMs[step] ?? 0);
    // A change that arrived meanwhile restarts the series of pauses.
    if (isRefreshRequested) step = 0;
    isRefreshRequested = false;
    const page = await readPage();
    const previousPage = await shownPage;
    if (page === null || previousPage?.isEqualNode(page)) continue;
    shownPage = Promise.resolve(page);
    showPage(page);
    // If the first read failed, this page may be older than the change, so the reads go on.
    if (previousPage) return;
  }
}

let runningRefresh: Promise<void> | undefined;
/**
 * Refreshes the preview after an editor's change. A change during a refresh restarts its series of reads, or causes one
 * more refresh if it arrives during the last read.
 */
async function refreshSoon(): Promise<void> {
  if (runningRefresh) {
    isRefreshRequested = true;
    // Ends the current pause of the running refresh.
    wake();
    return runningRefresh;
  }
  // A failed read is repeated by the next refresh.
  runningRefresh = refresh().catch(() => {});
  await runningRefresh;
  runningRefresh = undefined;
  if (!isRefreshRequested) return;
  isRefreshRequested = false;
  return refreshSoon();
}

enableVisualEditing({
  zIndex: 40,
  refresh: () => refreshSoon(),
  history: {
    subscribe(navigate) {
      navigate({ type: "replace", title: document.title, url: getShownAddress() });
      return () => {};
    },
    update({ type, url }) {
      if (url === getShownAddress()) return;
      if (type === "replace") location.replace(url);
      else location.assign(url);
    },
  },
});

/** Shows the preview link in the bar and copies it. A frame may not use the asynchronous clipboard API. */
function offerLink(button: HTMLButtonElement, url: string): void {
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
  if (answer?.ok) offerLink(button, ((await answer.json()) as PreviewLink).url);
  else button.textContent = button.dataset.failed ?? "";
});
