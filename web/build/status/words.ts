import type { Language } from "#cms/content/site.ts";
import type { SitePart } from "#functions/contract/health.ts";

type Words = {
  title: string;
  parts: Record<SitePart, string>;
  allWell: string;
  someBroken: string;
  unknown: string;
  well: string;
  broken: string;
  mended: string;
  lookedAt: string;
  stale: string;
  oldest: string;
  today: string;
  share: string;
  noShare: string;
  bars: (part: string, days: number) => string;
  outages: string;
  noOutages: string;
  lasts: string;
  independence: string;
  dependence: string;
  otherwise: string;
  toContact: string;
  toSite: string;
};

/** What the site's own page of its status and the one that is made from outside say, in each language. */
export const words: Record<Language, Words> = {
  es: {
    title: "Estado del sitio",
    parts: {
      pages: "Páginas",
      messages: "Formulario de contacto",
      accounts: "Cuentas y buzón",
      mails: "Avisos por correo",
    },
    allWell: "Todo funciona",
    someBroken: "Algo no funciona",
    unknown: "Sin datos todavía",
    well: "Funciona",
    broken: "No funciona",
    mended: "Funciona otra vez",
    lookedAt: "Última revisión:",
    stale: "Nadie lo ha revisado desde hace más de una hora: lo que dice esta página puede haber cambiado.",
    oldest: "hace 90 días",
    today: "hoy",
    share: "del tiempo",
    noShare: "sin datos",
    bars: (part, days) =>
      days === 0
        ? `${part}: sin fallas en los últimos 90 días`
        : `${part}: fallas en ${days} ${days === 1 ? "día" : "días"} de los últimos 90`,
    outages: "Qué ha pasado",
    noOutages: "Nada ha fallado en los últimos 90 días.",
    lasts: "en curso",
    independence: "Esta página se hace por fuera del sitio y no depende de él.",
    dependence: "Esta página es parte del sitio: dice cómo está ahora mismo, y no cómo estuvo antes.",
    otherwise:
      "El sitio lo averigua con JavaScript. Sin él, esta página dice solo que las páginas funcionan.",
    toContact: "Cómo contactarnos",
    toSite: "Ir al sitio",
  },
  en: {
    title: "Site status",
    parts: {
      pages: "Pages",
      messages: "Contact form",
      accounts: "Accounts and inbox",
      mails: "Email alerts",
    },
    allWell: "Everything is working",
    someBroken: "Something isn’t working",
    unknown: "No data yet",
    well: "Working",
    broken: "Not working",
    mended: "Working again",
    lookedAt: "Last checked:",
    stale: "Nobody has checked for more than an hour: what this page says may have changed.",
    oldest: "90 days ago",
    today: "today",
    share: "of the time",
    noShare: "no data",
    bars: (part, days) =>
      days === 0
        ? `${part}: no outages in the last 90 days`
        : `${part}: outages on ${days} ${days === 1 ? "day" : "days"} of the last 90`,
    outages: "What happened",
    noOutages: "Nothing has failed in the last 90 days.",
    lasts: "ongoing",
    independence: "This page is made outside the site and doesn’t depend on it.",
    dependence: "This page is part of the site: it says how it’s doing right now, not how it was before.",
    otherwise:
      "The site finds that out with JavaScript. Without it, this page only says that the pages work.",
    toContact: "How to reach us",
    toSite: "Go to the site",
  },
};
