import type { ReactNode } from "react";
import * as css from "./alert.css.ts";
import { Icon } from "./icon.tsx";
import { messageTone } from "./text.css.ts";

type AlertProps = {
  tone: keyof typeof messageTone;
  /** The fragment of the address at which the alert is visible. Without it the alert is always visible. */
  shownAt?: string;
  /** The first paragraph. */
  text?: string;
  children?: ReactNode;
};

/**
 * Shows an event and the next step; screen readers announce it when it appears. CSS hides a prerendered alert with
 * `shownAt` until the address has that fragment or the edge marks the alert.
 */
export function Alert({ tone, shownAt, text, children }: AlertProps) {
  return (
    <div
      className={`${css.alert} ${messageTone[tone]}${shownAt ? ` ${css.targeted}` : ""}`}
      id={shownAt}
      role={tone === "critical" ? "alert" : "status"}
    >
      <span className={css.mark}>
        <Icon name={tone === "success" ? "check" : "alert"} />
      </span>
      <div className={css.content}>
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  );
}
