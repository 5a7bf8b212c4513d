import type { Problem } from "../content/problem.ts";
import { languages, locales, timeZone } from "../content/site.ts";
import { languageName } from "../schema/fields/choices.ts";
import type { Say } from "../schema/say.ts";
import type { Outcome } from "./receipts.ts";

type Words = { title: string; description?: string; status: "info" | "success" | "warning" | "error" };

/** What is said of a publication. */
export function receiptWords(outcome: Outcome, say: Say, toWords: (problem: Problem) => string): Words {
  if (outcome.state === "waiting") {
    return {
      status: "info",
      title: say({ es: "Publicado. Esperando al sitio…", en: "Published. Waiting for the site…" }),
    };
  }
  if (outcome.state === "live") {
    const time = outcome.since.toLocaleTimeString(locales[say.language], { timeZone, hourCycle: "h23" });
    return { status: "success", title: say({ es: `En línea desde las ${time}`, en: `Live since ${time}` }) };
  }
  if (outcome.state === "refused") {
    return {
      status: "error",
      title: say({
        es: "Publicado, pero el sitio no puede mostrarlo y sigue con la versión anterior",
        en: "Published, but the site can’t show it and keeps the previous version",
      }),
      description: outcome.problems.map(toWords).join("\n"),
    };
  }
  const reasons = {
    "site-away": say({
      es: "El sitio no responde. Se mostrará en cuanto vuelva.",
      en: "The site isn’t responding. It will be shown once it’s back.",
    }),
    "cms-away": say({
      es: "El contenido no responde. Revisa tu conexión.",
      en: "The content isn’t responding. Check your connection.",
    }),
    unknown: say({
      es: "El sitio responde, pero aún muestra la versión anterior.",
      en: "The site responds, but still shows the previous version.",
    }),
  };
  return {
    status: "warning",
    title: say({ es: "Publicado, pero aún no está en línea", en: "Published, but not live yet" }),
    description: reasons[outcome.reason],
  };
}

/**
 * Returns where a document is live: in which languages, at which addresses. Redirects share one receipt, under "redirect", which names their old
 * addresses.
 */
export function liveWords(document: string, addresses: string[], say: Say): string {
  const places = addresses.join(" · ");
  if (document === "redirect")
    return say({ es: `Direcciones antiguas: ${places}`, en: `Old addresses: ${places}` });
  const list = new Intl.ListFormat(locales[say.language]);
  const names = languages.map((language) => languageName(language, say));
  return `${list.format(names)}: ${places}`;
}
