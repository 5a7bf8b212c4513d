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
import type { Say } from "../schema/say.ts";
import { clockWords, momentWords } from "./clock.ts";
import { useWaitingPublication } from "./publications.ts";
import { ScheduleForm } from "./schedule-form.tsx";

/** Why a document cannot be left to be published later; undefined if it can. */
function hindrance(hasDraft: boolean, hasErrors: boolean, say: Say): string | undefined {
  if (!hasDraft) return say({ es: "No hay cambios que publicar.", en: "There are no changes to publish." });
  if (!hasErrors) return undefined;
  return say({ es: "Primero hay que corregir los errores.", en: "The errors have to be fixed first." });
}

/** Leaves the draft to be published at a chosen minute, moves that, or calls it off. */
export function useScheduleAction({ id, type, draft }: DocumentActionProps): DocumentActionDescription {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const waiting = useWaitingPublication(id);
  const { validation } = useValidationStatus(draft?._id ?? id, type, true);
  const hasErrors = validation.some(({ level }) => level === "error");
  const why = hindrance(draft !== null, hasErrors, say);
  const close = () => setOpen(false);
  return {
    label: waiting
      ? say({ es: "Cambiar lo programado…", en: "Change the schedule…" })
      : say({ es: "Publicar más tarde…", en: "Publish later…" }),
    icon: CalendarIcon,
    // What is planned can be called off whatever the draft is like.
    disabled: why !== undefined && !waiting,
    ...(why && { title: why }),
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: "dialog",
      header: say({ es: "Publicar más tarde", en: "Publish later" }),
      content: (
        <ScheduleForm document={id} documentType={type} waiting={waiting} hindrance={why} onDone={close} />
      ),
      onClose: close,
    },
  };
}

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
