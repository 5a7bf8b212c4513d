import { formatAge } from "#web/language/age.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { useLanguage } from "#web/language/use-text.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";

type AgeProps = { className: string; createdAt: string; now: number };

/** Shows the age of a message. Screen readers read its full date. */
export function Age({ className, createdAt, now }: AgeProps) {
  const language = useLanguage();
  const moment = formatMoment(createdAt, language);
  return (
    <time className={className} dateTime={createdAt} title={moment}>
      <span aria-hidden="true">{formatAge(createdAt, now, language)}</span>
      <VisuallyHidden>{moment}</VisuallyHidden>
    </time>
  );
}
