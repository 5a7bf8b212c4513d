import { type ContactField, trapField, uploadField } from "#functions/contract/contact.ts";
import { tryStorage } from "#web/ui/storage.ts";

/** The values that the visitor has entered, by field. */
export type Draft = Partial<Record<ContactField, string>>;

type Attempt = { key: string; body: string };

const draftKey = "contact-draft";
const attemptKey = "contact-attempt";

/** Returns the current texts of a form, without the hidden field that only bots fill in. */
export function toDraft(form: HTMLFormElement): Draft {
  const { [trapField]: _, [uploadField]: __, ...draft } = Object.fromEntries(new FormData(form));
  return draft as Draft;
}

/** Whether the hidden field, which only bots fill in, has a value. */
export const isTrapped = (form: HTMLFormElement): boolean => Boolean(new FormData(form).get(trapField));

/** Stores the values of a form in this tab, where they survive a reload and a change of language. */
export function keepDraft(form: HTMLFormElement): void {
  store(draftKey, toDraft(form));
}

/** Restores the stored draft into the empty fields. */
export function restoreDraft(form: HTMLFormElement): void {
  fillEmpty(form, readStored<Draft>(draftKey) ?? {});
}

/** Fills the empty fields of a form from a draft. A text that the visitor has entered stays. */
function fillEmpty(form: HTMLFormElement, draft: Draft): void {
  for (const [name, value] of Object.entries(draft)) {
    const field: HTMLInputElement | HTMLSelectElement | undefined = form[name];
    // A plan belongs to the service that it was chosen for.
    if (!field || field.value || !value || (name === "plan" && draft.service !== form.service.value))
      continue;
    field.value = value;
    // Opens the disclosure around a filled-in field.
    field.closest("details")?.toggleAttribute("open", true);
  }
}

/** Puts a message that was not sent back into the form, above the text that the visitor has entered since. */
export function returnToForm(form: HTMLFormElement, draft: Draft): void {
  const message = form.elements.namedItem("message") as HTMLTextAreaElement;
  const texts = [draft.message, message.value].filter(Boolean);
  message.value = [...new Set(texts)].join("\n\n");
  fillEmpty(form, draft);
  keepDraft(form);
  // The form handles it like a keystroke and shows the length of the text.
  message.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Returns the idempotency key of this message. The key stays the same until the answer is known, so that a message
 * whose answer was lost is stored once. Another text gets another key.
 */
export function getAttemptKey(body: string): string {
  const earlierAttempt = readStored<Attempt>(attemptKey);
  if (earlierAttempt?.body === body) return earlierAttempt.key;
  const key = crypto.randomUUID();
  keepAttempt(key, body);
  return key;
}

/** Stores the key of a message whose answer is unknown. */
export const keepAttempt = (key: string, body: string) => store(attemptKey, { key, body } satisfies Attempt);

/** Forgets the key when the answer is known, so that the next message gets a new one. */
export function endAttempt(): void {
  forget(attemptKey);
}

/** Deletes the draft and the idempotency key of a message that the edge or the outbox of this browser has stored. */
export function forgetDraft(): void {
  forget(draftKey);
  endAttempt();
}

const store = (key: string, value: object) =>
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(value)));

const readStored = <T>(key: string) =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(key) ?? "null") as T | null);

const forget = (key: string) => tryStorage(() => sessionStorage.removeItem(key));
