import type { FullSubmission, PhoneNumber } from "#functions/contract/answers.schema.ts";
import { toTelAddress } from "#functions/contract/phone.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useText } from "#web/language/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { LinkedText } from "#web/ui/linked-text.tsx";
import { toChatAddress, toPhoneAddress } from "./addresses.ts";
import * as css from "./detail.css.ts";
import { useOtherAnswerQuestion } from "./questions.tsx";

/** Shows the telephone numbers of the sender as links, also a short number of a national service. */
export function Phone({ submission }: { submission: FullSubmission }) {
  const { phone, phone_numbers: numbers } = submission;
  const ask = useOtherAnswerQuestion(submission.id);
  const address = numbers.phone.length === 0 && toPhoneAddress(submission);
  if (address)
    return (
      <a href={address} onClick={() => ask("telephone")}>
        {phone}
      </a>
    );
  return (
    <span>
      <PhoneText submission={submission} field="phone" />
    </span>
  );
}

type PhoneTextProps = { submission: FullSubmission; field: "phone" | "message" };

/**
 * Shows a text of the sender. Each telephone number in the text is a link that calls the number. A link to WhatsApp
 * follows if the number can have WhatsApp.
 */
export function PhoneText({ submission, field }: PhoneTextProps) {
  const newTab = useText()("footer.newTab");
  const text = submission[field] ?? "";
  const numbers = submission.phone_numbers[field];
  if (numbers.length === 0) return <LinkedText newTab={newTab}>{text}</LinkedText>;
  return numbers.map((number, index) => {
    const before = text.slice(numbers[index - 1]?.end ?? 0, number.start);
    const after = index === numbers.length - 1 ? text.slice(number.end) : "";
    return (
      // Every text has an element of its own, because translating browsers move texts that have siblings.
      <span key={number.start}>
        {before && <LinkedText newTab={newTab}>{before}</LinkedText>}
        <NumberLinks submission={submission} number={number} written={text.slice(number.start, number.end)} />
        {after && <LinkedText newTab={newTab}>{after}</LinkedText>}
      </span>
    );
  });
}

type NumberLinksProps = { submission: FullSubmission; number: PhoneNumber; written: string };

/** Shows a link that calls a telephone number, and a link to WhatsApp if the number can have WhatsApp. */
export function NumberLinks({ submission, number, written }: NumberLinksProps) {
  const { settings } = useCopy();
  const text = useText();
  const ask = useOtherAnswerQuestion(submission.id);
  const chat = toChatAddress(submission, number, settings.brandName);
  return (
    <>
      <a className={css.number} href={toTelAddress(number)} dir="ltr" onClick={() => ask("telephone")}>
        {written}
      </a>
      {chat && (
        <a
          className={css.chat}
          href={chat}
          target="_blank"
          rel="noopener"
          aria-label={`${text("inbox.whatsapp")} ${written} ${text("footer.newTab")}`}
          title={text("inbox.whatsapp")}
          onClick={() => ask("whatsapp")}
        >
          <Icon name="whatsapp" />
        </a>
      )}
    </>
  );
}
