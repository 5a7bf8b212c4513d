import { type ReactNode, useEffect, useRef } from "react";
import * as css from "./disclosure.css.ts";
import { Icon } from "./icon.tsx";

type DisclosureProps = {
  /** The name for the edge and for styles (`data-disclosure`). */
  name: string;
  summary: string;
  /** A problem inside that the user has to see. Every other problem opens the disclosure again. */
  problem: object | undefined;
  /** Whether only a phone folds the content away. */
  onPhoneOnly?: boolean;
  children: ReactNode;
};

/**
 * Folds away a part of a form; with `onPhoneOnly`, wider screens always show the part. The user can open it without
 * script, and a `problem` opens it automatically.
 */
export function Disclosure({ name, summary, problem, onPhoneOnly = false, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (problem && details.current) details.current.open = true;
  }, [problem]);
  return (
    // With a reading flow, Chromium skips the summary of an item that is itself a `details`.
    <div className={css.fullRow}>
      <details
        className={onPhoneOnly ? `${css.disclosure} ${css.onPhone}` : css.disclosure}
        ref={details}
        data-disclosure={name}
      >
        <summary className={css.summary}>
          <span>{summary}</span>
          <span className={css.mark}>
            <Icon name="expand" />
          </span>
        </summary>
        <div className={css.content}>{children}</div>
      </details>
    </div>
  );
}
