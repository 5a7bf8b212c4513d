import { Button, Card, Flex, Stack, Text, TextInput } from "@sanity/ui";
import { useToast } from "@sanity/ui/toast";
import { type FormEvent, useId, useState } from "react";
import { useClient } from "sanity";
import type { ScheduledPublication } from "../content/scheduled-publication.ts";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";
import { type Clock, formatMoment, toClock, toMoment, toTimeZoneLabel } from "./clock.ts";
import { removePublication, schedulePublication } from "./publications.ts";

type ScheduleFormProps = {
  document: string;
  documentType: string;
  waitingPublication: ScheduledPublication | null;
  /** The reason why the document cannot be scheduled now. */
  blocker: string | undefined;
  onDone: () => void;
};

const isFuture = (moment: Date) => moment.getTime() > Date.now();
const getDefaultMoment = () => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000);

/** Shows the form by which an editor schedules, moves or cancels the publication of a document. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { waitingPublication, blocker } = props;
  const say = useSay();
  const [clock, setClock] = useState<Clock>(() =>
    toClock(waitingPublication ? new Date(waitingPublication.publishAt) : getDefaultMoment()),
  );
  const { schedule, cancel, failureMessage, isBusy } = useScheduling(props);
  const moment = toMoment(clock);
  const objection = failureMessage ?? blocker;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    return schedule(moment);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        <Text size={1} muted>
          {say({
            es: "Se publica lo que el borrador diga en ese momento. Hasta entonces se puede seguir editando.",
            en: "Whatever the draft says at that time gets published. You can keep editing it until then.",
          })}
        </Text>
        <ClockFields clock={clock} onChange={setClock} />
        <div>
          <div role="status">
            {moment && (
              <Text size={1}>
                {formatMoment(moment, say)} · {toTimeZoneLabel(say)}
              </Text>
            )}
          </div>
          <div role="alert">{objection && <Objection>{objection}</Objection>}</div>
        </div>
        <Flex gap={3} justify="flex-end" wrap="wrap">
          {waitingPublication && (
            <Button
              mode="ghost"
              tone="critical"
              disabled={isBusy}
              onClick={cancel}
              text={say({ es: "No publicar", en: "Cancel" })}
            />
          )}
          <Button
            type="submit"
            tone="positive"
            disabled={isBusy || blocker !== undefined}
            text={
              waitingPublication
                ? say({ es: "Cambiar", en: "Change" })
                : say({ es: "Programar", en: "Schedule" })
            }
          />
        </Flex>
      </Stack>
    </form>
  );
}

/** Shows why the draft cannot be scheduled, or why the last call failed. */
function Objection({ children }: { children: string }) {
  return (
    <Card tone="critical" marginTop={4} padding={3} radius={2}>
      <Text size={1}>{children}</Text>
    </Card>
  );
}

/** Schedules a document or cancels its schedule. `failureMessage` tells the editor why that was not possible. */
function useScheduling({ document, documentType, onDone }: ScheduleFormProps) {
  const say = useSay();
  const client = useClient({ apiVersion });
  const { push } = useToast();
  const [failureMessage, setFailureMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const run = async (work: () => Promise<void>, successMessage: string) => {
    setBusy(true);
    try {
      await work();
      push({ status: "success", title: successMessage });
      onDone();
    } catch {
      setBusy(false);
      setFailureMessage(
        say({
          es: "El contenido no respondió: no se guardó nada. Inténtalo de nuevo.",
          en: "The content didn’t respond, and nothing was saved. Try again.",
        }),
      );
    }
  };
  const schedule = (moment: Date | null) => {
    if (!moment || !isFuture(moment)) {
      return setFailureMessage(
        say({
          es: "Elige una hora que todavía no haya pasado.",
          en: "Choose a time that hasn’t passed yet.",
        }),
      );
    }
    const momentText = formatMoment(moment, say);
    return run(
      () => schedulePublication(client, { document, documentType, at: moment }),
      say({ es: `Se publica: ${momentText}`, en: `To be published: ${momentText}` }),
    );
  };
  const cancel = () =>
    run(
      () => removePublication(client, document),
      say({ es: "Ya no está programado.", en: "It’s no longer scheduled." }),
    );
  return { schedule, cancel, failureMessage, isBusy };
}

function ClockFields({ clock, onChange }: { clock: Clock; onChange: (clock: Clock) => void }) {
  const say = useSay();
  const id = useId();
  const field = (part: keyof Clock, label: string) => (
    <Stack gap={3} flex={1}>
      <Text as="label" size={1} weight="medium" htmlFor={`${id}-${part}`}>
        {label}
      </Text>
      <TextInput
        id={`${id}-${part}`}
        type={part}
        required
        value={clock[part]}
        {...(part === "date" && { min: toClock(new Date()).date })}
        onChange={({ currentTarget }) => onChange({ ...clock, [part]: currentTarget.value })}
      />
    </Stack>
  );
  return (
    <Flex gap={4} wrap="wrap">
      {field("date", say({ es: "Día", en: "Day" }))}
      {field("time", say({ es: "Hora (de Costa Rica)", en: "Time (Costa Rica)" }))}
    </Flex>
  );
}
