import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { useText } from "#web/language/use-text.ts";
import { toStanding, useReasons } from "#web/pages/inbox/shared/doubts.ts";
import { isCallable } from "#web/pages/inbox/shared/submissions.ts";
import * as css from "./detail.css.ts";
import { NumberLinks, Phone } from "./phone-text.tsx";

/** Tells that the confirmation of a message did not reach its sender, with the numbers by which to reach the sender. */
export function Undelivered({ submission }: { submission: FullSubmission }) {
  const text = useText();
  const { acknowledgement, email, phone, message, phone_numbers: numbers } = submission;
  if (acknowledgement !== "undelivered") return null;
  const shownNumbers = [
    ...numbers.phone.map((number) => ({ number, source: phone })),
    ...numbers.message.map((number) => ({ number, source: message })),
  ];
  // The number may be written in the telephone field and in the message.
  const callable = [...new Map(shownNumbers.map((entry) => [entry.number.number, entry])).values()];
  const todo = isCallable(submission) ? "inbox.undelivered.call" : "inbox.undelivered.noPhone";
  return (
    <p className={css.doubts} data-standing="review">
      <span className={css.lead}>{text("inbox.undelivered.lead", { email })}</span>
      <span>{` ${text(todo)}`}</span>
      {callable.map(({ number, source }) => (
        <span key={number.number} className={css.callable}>
          <NumberLinks
            submission={submission}
            number={number}
            written={source?.slice(number.start, number.end) ?? number.number}
          />
        </span>
      ))}
      {callable.length === 0 && phone && (
        <span className={css.callable}>
          <Phone submission={submission} />
        </span>
      )}
    </p>
  );
}

/** Shows the reasons to call the message spam (its doubts), and whether its sender is blocked. */
export function Doubts({ submission }: { submission: FullSubmission }) {
  const text = useText();
  const reasons = useReasons();
  const standing = toStanding(submission);
  return (
    <>
      {standing && (
        <p className={css.doubts} data-standing={standing}>
          <span className={css.lead}>{text(`inbox.doubts.${standing}`)}</span>
          <span>{` ${reasons(submission.doubts)}`}</span>
        </p>
      )}
      {submission.sender_block !== null && (
        <p className={css.doubts} data-standing="spam">
          <span className={css.lead}>{text("inbox.block.done")}</span>
          <span>{` · ${text("inbox.block.note")}`}</span>
        </p>
      )}
    </>
  );
}
