type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const statefulSelector = "form, button, details, input, select, textarea";

/** Lists the stateful elements by a key that stays the same when React replaces the prerendered elements. */
function listByKey(root: HTMLElement): Map<string, HTMLElement> {
  const counts = new Map<string, number>();
  const elements = new Map<string, HTMLElement>();
  for (const element of root.querySelectorAll<HTMLElement>(statefulSelector)) {
    // An element of a browser extension has other names and classes, so it does not shift the count.
    const kind = `${element.tagName} ${element.getAttribute("name") || element.className}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    elements.set(`${kind} ${count}`, element);
  }
  return elements;
}

const isField = (element: HTMLElement): element is Field => element.matches("input, select, textarea");

/** Copies the state that a visitor may have changed from an element to the one with which React has replaced it. */
function carryState(from: HTMLElement, to: HTMLElement): void {
  if (to instanceof HTMLDetailsElement) to.open = (from as HTMLDetailsElement).open;
  if (!isField(to) || to.type === "hidden") return;
  const { value, checked } = from as HTMLInputElement;
  if (to.value === value && (to as HTMLInputElement).checked === checked) return;
  Object.assign(to, to.matches("[type=checkbox], [type=radio]") ? { checked } : { value });
  // The draft and the page handle the event like a keystroke.
  to.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Moves the focus and the selection from an element to the one with which React has replaced it. */
function carryFocus(from: HTMLElement, to: HTMLElement): void {
  to.focus({ preventScroll: true });
  const { selectionStart, selectionEnd, selectionDirection } = from as HTMLInputElement;
  // Fields of some types, such as e-mail, do not expose their selection.
  if (typeof selectionStart !== "number") return;
  (to as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}

/**
 * Keeps values, focus and caret when React replaces elements while it hydrates. React renders the page anew if
 * extensions, translators or proxies have changed its markup. Removed elements keep their state, so it is read from
 * them after each replacement, before any input.
 * @returns `current`, which finds the replacement of a prerendered element, and `stop`, which ends the observation
 */
export function carryFields(root: HTMLElement) {
  const originalElements = listByKey(root);
  const keys = new Map(Array.from(originalElements, ([key, element]) => [element, key]));
  let latestElements = originalElements;
  let focusedElement = document.activeElement;

  const noteFocus = ({ target }: Event) => {
    focusedElement = target as Element;
  };
  // A removed element loses the focus, too. A microtask later `isConnected` distinguishes it from a deliberate blur.
  const noteBlur = ({ target }: Event) =>
    queueMicrotask(() => {
      if (focusedElement === target && focusedElement?.isConnected) focusedElement = null;
    });
  // Between the removal of a field and its replacement no element has the focus, so the browser would drop typed text.
  const keepTyping = (event: KeyboardEvent) => {
    const isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.isComposing;
    if (!isText || focusedElement?.isConnected) return;
    if (!(focusedElement instanceof HTMLInputElement || focusedElement instanceof HTMLTextAreaElement))
      return;
    const { selectionStart, selectionEnd, type } = focusedElement;
    // An e-mail field does not expose its selection, so the character is appended.
    if (type === "email") focusedElement.value += event.key;
    else if (selectionStart === null || selectionEnd === null) return;
    else focusedElement.setRangeText(event.key, selectionStart, selectionEnd, "end");
    event.preventDefault();
  };
  addEventListener("focusin", noteFocus);
  addEventListener("focusout", noteBlur);
  addEventListener("keydown", keepTyping);

  const carry = () => {
    const currentElements = listByKey(root);
    const previousFocus = focusedElement;
    for (const [key, from] of latestElements) {
      const to = currentElements.get(key);
      // Until the replacement exists, the removed element has the state.
      if (!to) currentElements.set(key, from);
      if (!to || to === from) continue;
      carryState(from, to);
      if (from === previousFocus) carryFocus(from, to);
    }
    latestElements = currentElements;
  };
  const observer = new MutationObserver(carry);
  observer.observe(root, { childList: true, subtree: true });

  return {
    current: <Element extends HTMLElement>(element: Element): Element =>
      (latestElements.get(keys.get(element) ?? "") as Element | undefined) ?? element,
    stop() {
      carry();
      observer.disconnect();
      removeEventListener("focusin", noteFocus);
      removeEventListener("focusout", noteBlur);
      removeEventListener("keydown", keepTyping);
    },
  };
}
