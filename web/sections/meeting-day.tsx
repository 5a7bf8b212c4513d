import { useEffect, useState } from "react";
import { companyDay, offeredDays } from "#functions/contract/meeting.ts";
import { TextField } from "#web/ui/field.tsx";

/** The day of a meeting; which ones there are is known where the page is read, not where it was built. */
export function MeetingDay({ label, error }: { label: string; error: string | undefined }) {
  const [offered, setOffered] = useState<ReturnType<typeof offeredDays>>();
  useEffect(() => setOffered(offeredDays(companyDay(new Date()))), []);
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
