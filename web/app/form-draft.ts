import type { Language } from "#cms/content/site.ts";
import { sentFragment } from "#functions/contract/form-fragments.ts";
import { forgetDraft, keepDraft, restoreDraft } from "#web/sections/contact-draft.ts";

// The script of the pages that have the contact form. It runs once the page has been read and leaves nothing of this to React: a
// kept draft stands in the fields, whose tab has this script already, and what is written is kept from then on.

// React puts another form in its place where something has changed the markup of the page.
const findForm = () => document.querySelector<HTMLFormElement>("form[action]");

function begin() {
  const form = findForm();
  if (!form) return;
  // What a button asked for, the edge has filled in; it is asked for once.
  if (location.hash !== sent) history.replaceState(null, "", location.pathname + location.hash);
  else if (isFollowed()) forgetDraft();
  restoreDraft(form);
  // What was written before this script came.
  keepDraft(form);
  // First of all: while React waits for the form's code, it lets no input through to the form.
  addEventListener("input", () => keepDraft(findForm() ?? form), { capture: true });
}

// A form that posted by itself leads to this address. It keeps its fragment, so a reload of it follows nothing.
const sent = `#${sentFragment(document.documentElement.lang as Language)}`;
const isFollowed = () =>
  (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]?.type === "navigate";

// A page that is made ready before anyone goes to it does not know yet what will have been written by then.
if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener("prerenderingchange", begin, { once: true });
} else {
  begin();
}
