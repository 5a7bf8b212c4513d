import { useEffect, useState } from "react";
import { offeredDays } from "#functions/contract/meeting.ts";
import { TextField } from "#web/ui/field.tsx";
import { findToday } from "./screening/form-stamp.ts";

/** The day of a meeting. The edge says which day it is, because the clock of a device may be wrong. */
export function MeetingDay({ label, error }: { label: string; error: string | undefined }) {
  const [offered, setOffered] = useState<ReturnType<typeof offeredDays>>();
  useEffect(() => {
    findToday().then((today) => setOffered(today === null ? undefined : offeredDays(today)));
  }, []);
  return (
    <TextField
      type="date"
      name="meeting_day"
      label={label}
      min={offered?.first}
      max={offered?.last}
      error={error}
    />
  );
}
