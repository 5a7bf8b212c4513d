import { useEffect, useRef, useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { intent } from "./contact-form.css.ts";

/**
 * Names the plan or service and the meeting that the visitor's button asked for. The edge fills it in by the address; it goes when the visitor
 * chooses another service or plan.
 */
export function ContactIntent() {
  const text = useText();
  const [line, setLine] = useState(readFilled);
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    const forget = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement && /^(service|plan)$/.test(target.name)) setLine("");
    };
    form?.addEventListener("input", forget);
    return () => form?.removeEventListener("input", forget);
  }, []);
  return (
    <p
      className={intent}
      ref={place}
      data-intent=""
      data-meeting={text("contact.intent.meeting")}
      data-plan={text("contact.intent.plan", { plan: "{plan}" })}
    >
      {line || null}
    </p>
  );
}

// React begins with what the edge has filled in.
const readFilled = (): string =>
  typeof document === "undefined" ? "" : (document.querySelector("[data-intent]")?.textContent ?? "");
