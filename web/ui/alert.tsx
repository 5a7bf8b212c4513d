import type { ReactNode } from "react";
import * as css from "./alert.css.ts";
import { Icon } from "./icon.tsx";

type AlertProps = {
  tone: "critical" | "caution" | "success";
  /** Makes it an answer that is shown only while the address's fragment is this id. */
  shownAt?: string;
  children: ReactNode;
};

/** Something that happened and what to do about it, announced when it appears. */
export function Alert({ tone, shownAt, children }: AlertProps) {
  return (
    <div
      className={`${css.alert} ${css.tone[tone]}${shownAt ? ` ${css.targeted}` : ""}`}
      id={shownAt}
      role={tone === "critical" ? "alert" : "status"}
    >
      <span className={css.mark[tone]}>
        <Icon name={tone === "success" ? "check" : "alert"} />
      </span>
      <div className={css.words}>{children}</div>
    </div>
  );
}
