import { CalendarIcon } from "@sanity/icons/Calendar";
import { useState } from "react";
import {
  type DocumentActionDescription,
  type DocumentActionProps,
  type DocumentBadgeDescription,
  type DocumentBadgeProps,
  useValidationStatus,
} from "sanity";
import { useSay } from "../language.ts";
import type { LabelFn } from "../schema/labels.ts";
import { formatMoment, toTimeZoneLabel } from "./clock.ts";
import { useWaitingPublication } from "./publications.ts";
import { ScheduleForm } from "./schedule-form.tsx";

/** Returns why a document cannot be scheduled, or undefined if it can. */
function findScheduleBlocker(hasDraft: boolean, hasErrors: boolean, say: LabelFn): string | undefined {
  if (!hasDraft) return say({ es: "No hay cambios que publicar.", en: "There are no changes to publish." });
  if (!hasErrors) return undefined;
  return say({ es: "Primero hay que corregir los errores.", en: "The errors have to be fixed first." });
}

/** Provides the document action by which an editor schedules, moves or cancels the publication of a draft. */
export function useScheduleAction({ id, type, draft }: DocumentActionProps): DocumentActionDescription {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const waitingPublication = useWaitingPublication(id);
  const { validation } = useValidationStatus(draft?._id ?? id, type, true);
  const hasErrors = validation.some(({ level }) => level === "error");
  const blocker = findScheduleBlocker(draft !== null, hasErrors, say);
  const close = () => setOpen(false);
  return {
    label: waitingPublication
      ? say({ es: "Cambiar lo programado…", en: "Change the schedule…" })
      : say({ es: "Publicar más tarde…", en: "Publish later…" }),
    icon: CalendarIcon,
    // A scheduled publication can be canceled even if the draft has errors or is missing.
    disabled: blocker !== undefined && !waitingPublication,
    ...(blocker && { title: blocker }),
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: "dialog",
      header: say({ es: "Publicar más tarde", en: "Publish later" }),
      content: (
        <ScheduleForm
          document={id}
          documentType={type}
          waitingPublication={waitingPublication}
          blocker={blocker}
          onDone={close}
        />
      ),
      onClose: close,
    },
  };
}

/** Provides the badge with the time of a scheduled publication. */
export function useScheduleBadge({ id }: DocumentBadgeProps): DocumentBadgeDescription | null {
  const say = useSay();
  const waitingPublication = useWaitingPublication(id);
  if (!waitingPublication) return null;
  const moment = formatMoment(new Date(waitingPublication.publishAt), say);
  return {
    label: say({ es: `Se publica: ${moment}`, en: `To be published: ${moment}` }),
    title: toTimeZoneLabel(say),
    color: "primary",
    icon: CalendarIcon,
  };
}
