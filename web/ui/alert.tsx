import type { ReactNode } from "react";
import * as css from "./alert.css.ts";
import { Icon } from "./icon.tsx";
import { messageTone } from "./text.css.ts";

type AlertProps = {
  tone: keyof typeof messageTone;
  /** The fragment at which the alert is visible, also its id. Without a fragment the alert is always visible. */
  shownAt?: string;
  /** The first paragraph. */
  text?: string;
  children?: ReactNode;
};

/**
 * Shows an event and the next step; screen readers announce the alert when it appears. CSS hides an alert with
 * `shownAt` unless the address has that fragment or the edge has set `data-answer` on the alert. The edge sets the
 * attribute when it answers a form that was posted without script.
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
