import { getDateFormatter } from "#web/language/formatters.ts";
import { useLanguage } from "#web/language/use-text.ts";

/** Returns the function that formats the time of an entry: the time today, or else day and time. */
export function useFormatTime() {
  const language = useLanguage();
  const formatDay = getDateFormatter(language, "entry day", { day: "numeric", month: "short" });
  const formatTime = getDateFormatter(language, "entry time", { timeStyle: "short" });
  return (time: string | number) => {
    const date = new Date(time);
    const day = formatDay.format(date);
    const clock = formatTime.format(date).replaceAll(/\s/g, "\u00a0");
    return day === formatDay.format(new Date()) ? clock : `${day}, ${clock}`;
  };
}
