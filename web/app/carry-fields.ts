type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const carried = "form, button, details, input, select, textarea";

/** The elements of the page that hold state, by what identifies them in any rendering of the same page. */
function listByKey(root: HTMLElement): Map<string, HTMLElement> {
  const counts = new Map<string, number>();
  const elements = new Map<string, HTMLElement>();
  for (const element of root.querySelectorAll<HTMLElement>(carried)) {
    // A foreign element has other names and classes, so it does not shift the count.
    const kind = `${element.tagName} ${element.getAttribute("name") || element.className}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    elements.set(`${kind} ${count}`, element);
  }
  return elements;
}

const isField = (element: HTMLElement): element is Field => element.matches("input, select, textarea");

function carryState(from: HTMLElement, to: HTMLElement): void {
  if (to instanceof HTMLDetailsElement) to.open = (from as HTMLDetailsElement).open;
  if (!isField(to) || to.type === "hidden") return;
  const { value, checked } = from as HTMLInputElement;
  if (to.value === value && (to as HTMLInputElement).checked === checked) return;
  Object.assign(to, to.matches("[type=checkbox], [type=radio]") ? { checked } : { value });
  // The draft and the page hear of it as of a keystroke.
  to.dispatchEvent(new Event("input", { bubbles: true }));
}

function carryFocus(from: HTMLElement, to: HTMLElement): void {
  to.focus({ preventScroll: true });
  const { selectionStart, selectionEnd, selectionDirection } = from as HTMLInputElement;
  // A field of another kind, such as an e-mail address, does not tell its selection.
  if (typeof selectionStart !== "number") return;
  (to as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}

/**
 * Keeps values, focus and caret when React replaces elements while it hydrates. React renders the page anew where extensions, translators
 * or proxies have changed its markup. Removed elements keep their state, so it is read from them after each replacement, before any input.
 * @returns `current`, which finds what stands in the place of an element of the page as it came, and `stop`, for when React is done.
 */
export function carryFields(root: HTMLElement) {
  const original = listByKey(root);
  const keys = new Map(Array.from(original, ([key, element]) => [element, key]));
  let latest = original;
  let focused = document.activeElement;

  const noteFocus = ({ target }: Event) => {
    focused = target as Element;
  };
  // An element that is removed loses the focus without anyone wanting it to. Only afterwards is it known which of both has happened.
  const noteBlur = ({ target }: Event) =>
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected) focused = null;
    });
  // Between the removal of a field and its replacement no element has the focus, and the browser would drop what is typed.
  const keepTyping = (event: KeyboardEvent) => {
    const isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.isComposing;
    if (!isText || focused?.isConnected) return;
    if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) return;
    const { selectionStart, selectionEnd, type } = focused;
    // An e-mail field does not tell its selection: text is typed at its end.
    if (type === "email") focused.value += event.key;
    else if (selectionStart === null || selectionEnd === null) return;
    else focused.setRangeText(event.key, selectionStart, selectionEnd, "end");
    event.preventDefault();
  };
  addEventListener("focusin", noteFocus);
  addEventListener("focusout", noteBlur);
  addEventListener("keydown", keepTyping);

  const carry = () => {
    const found = listByKey(root);
    const held = focused;
    for (const [key, from] of latest) {
      const to = found.get(key);
      // While a replacement is not there yet, the removed element still has the state.
      if (!to) found.set(key, from);
      if (!to || to === from) continue;
      carryState(from, to);
      if (from === held) carryFocus(from, to);
    }
    latest = found;
  };
  const observer = new MutationObserver(carry);
  observer.observe(root, { childList: true, subtree: true });

  return {
    current: <Element extends HTMLElement>(element: Element): Element =>
      (latest.get(keys.get(element) ?? "") as Element | undefined) ?? element,
    stop() {
      carry();
      observer.disconnect();
      removeEventListener("focusin", noteFocus);
      removeEventListener("focusout", noteBlur);
      removeEventListener("keydown", keepTyping);
    },
  };
}
