import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "#web/language/use-text.ts";
import { Text } from "#web/ui/text.tsx";
import * as css from "./meeting.css.ts";

type MeetingProps = { isWrong: boolean; day: ReactNode; part: ReactNode };

/** The wish for a meeting, which the form keeps to itself until someone asks for it. What is wrong in it shows. */
export function Meeting({ isWrong, day, part }: MeetingProps) {
  const text = useText();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true;
  }, [isWrong]);
  return (
    <details className={css.meeting} ref={details}>
      <summary className={css.summary}>{text("contact.meeting")}</summary>
      <div className={css.fields}>
        <div className={css.hint}>
          <Text size="small" tone="quiet">
            {text("contact.meetingDetail")}
          </Text>
        </div>
        {day}
        {part}
      </div>
    </details>
  );
}
