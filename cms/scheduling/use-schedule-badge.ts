import { CalendarIcon } from "@sanity/icons/Calendar";
import type { DocumentBadgeDescription, DocumentBadgeProps } from "sanity";
import { useSay } from "../language.ts";
import { clockWords, momentWords } from "./clock.ts";
import { useWaitingPublication } from "./use-publication.ts";

/** Says of a document when it will be published. */
export function useScheduleBadge({ id }: DocumentBadgeProps): DocumentBadgeDescription | null {
  const say = useSay();
  const waiting = useWaitingPublication(id);
  if (!waiting) return null;
  const moment = momentWords(new Date(waiting.publishAt), say);
  return {
    label: say({ es: `Se publica: ${moment}`, en: `To be published: ${moment}` }),
    title: clockWords(say),
    color: "primary",
    icon: CalendarIcon,
  };
}
