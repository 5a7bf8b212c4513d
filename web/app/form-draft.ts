import type { Language } from "#cms/content/site.ts";
import { sentFragment } from "#functions/contract/form-fragments.ts";
import { forgetDraft, keepDraft, restoreDraft } from "#web/sections/contact-draft.ts";

// React replaces the form if an extension has changed the markup of the page.
const findForm = () => document.querySelector<HTMLFormElement>("form[action]");

/** Restores the draft of this tab into the contact form, and stores every change. It works without React. */
function startDraft() {
  const form = findForm();
  if (!form) return;
  // A button names its service, plan or meeting in the query. The edge has filled in these values, so the query is removed.
  // The edge answers a form that was sent without script with a page at `sentHash`, with the message's reference in the
  // query; the draft is deleted, also if the visitor has moved on to the form before this script ran.
  const isAtSent = location.hash === sentHash;
  if ((isAtSent || location.search.includes("reference=")) && isNavigation()) forgetDraft();
  if (!isAtSent) history.replaceState(null, "", location.pathname + location.hash);
  restoreDraft(form);
  // Includes input from before this script ran.
  keepDraft(form);
  // Captured, because React stops input events while the code of the form loads.
  addEventListener("input", () => keepDraft(findForm() ?? form), { capture: true });
}

// A form that was posted without script redirects to this fragment. A reload keeps it and is not a navigation.
const sentHash = `#${sentFragment(document.documentElement.lang as Language)}`;
const isNavigation = () =>
  (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]?.type === "navigate";

// A prerendered page cannot know the draft at the time of the visit.
if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener("prerenderingchange", startDraft, { once: true });
} else {
  startDraft();
}
