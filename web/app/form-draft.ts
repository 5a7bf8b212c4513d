import type { Language } from "#cms/content/site.ts";
import { sentFragment } from "#functions/contract/form-fragments.ts";
import { forgetDraft, keepDraft, restoreDraft } from "#web/sections/contact-draft.ts";

// Restores the draft of this tab into the contact form, and stores every change. React does not handle the draft.

// React replaces the form if an extension has changed the markup of the page.
const findForm = () => document.querySelector<HTMLFormElement>("form[action]");

function begin() {
  const form = findForm();
  if (!form) return;
  // The edge has applied the query of a button, so it is removed.
  if (location.hash !== sentHash) history.replaceState(null, "", location.pathname + location.hash);
  else if (isFollowed()) forgetDraft();
  restoreDraft(form);
  // Includes input from before this script ran.
  keepDraft(form);
  // Captured, because React stops input events while the code of the form loads.
  addEventListener("input", () => keepDraft(findForm() ?? form), { capture: true });
}

// A form that was posted without script redirects to this fragment. A reload keeps it and is not a navigation.
const sentHash = `#${sentFragment(document.documentElement.lang as Language)}`;
const isFollowed = () =>
  (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]?.type === "navigate";

// A prerendered page cannot know the draft at the time of the visit.
if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener("prerenderingchange", begin, { once: true });
} else {
  begin();
}
