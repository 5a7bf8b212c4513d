import type { Path, Schema, SchemaType } from "sanity";
import type { Problem } from "../content/problem.ts";
import { languages, locales, timeZone } from "../content/site.ts";
import { toLanguageName } from "../schema/fields/choices.ts";
import type { LabelFn } from "../schema/labels.ts";
import type { PublicationOutcome } from "./publication-reports.ts";

type TitledType = SchemaType & { fields?: { name: string; type: TitledType }[]; of?: TitledType[] };

/** Returns the titles of the fields and array items along a path, outermost first. */
export function toTitles(schemaType: SchemaType, path: Path, document: unknown): string[] {
  const titles: string[] = [];
  let type = schemaType as TitledType | undefined;
  let value = document;
  for (const segment of path) {
    if (typeof segment === "object" && "_key" in segment) {
      const items: { _key?: string; _type?: string }[] = Array.isArray(value) ? value : [];
      const item = items.find(({ _key }) => _key === segment._key);
      value = item;
      type = type?.of?.find(({ name }) => name === item?._type) ?? type?.of?.[0];
    } else {
      value = (value as Record<string, unknown> | undefined)?.[String(segment)];
      type = type?.fields?.find(({ name }) => name === segment)?.type;
    }
    if (type?.title) titles.push(type.title);
  }
  return titles;
}

/**
 * Returns the Studio's titles for the field path of a content problem, such as `sections[0] (hero).actions[1].link`,
 * with the numbers of array items.
 */
function toFieldTitle(schema: Schema, documentType: string, path: string): string {
  let type = schema.get(documentType) as TitledType | undefined;
  const titles: string[] = [];
  for (const step of path.matchAll(/([^.[\]()\s]+)|\[(\d+)\](?: \((\w+)\))?/g)) {
    const [, field, index, kind] = step;
    if (field) {
      type = type?.fields?.find(({ name }) => name === field)?.type;
      titles.push(type?.title ?? field);
    } else {
      type = type?.of?.find(({ name }) => name === kind) ?? type?.of?.[0];
      const number = Number(index) + 1;
      titles.push(`${titles.pop() ?? ""} ${number}${kind && type?.title ? ` (${type.title})` : ""}`.trim());
    }
  }
  return titles.join(" › ");
}

/** Returns a problem as a message for editors: the titles of its field, and the reason. */
export function toProblemMessage(problem: Problem, schema: Schema, say: LabelFn): string {
  const field = toFieldTitle(schema, problem.document.type, problem.field);
  return field ? `${field}: ${toReasonMessage(problem, say)}` : toReasonMessage(problem, say);
}

function toReasonMessage(problem: Problem, say: LabelFn): string {
  switch (problem.reason) {
    case "no-document":
      return say({ es: "todavía no se ha publicado.", en: "it hasn’t been published yet." });
    case "missing":
      return say({ es: "está vacío.", en: "it’s empty." });
    case "no-text": {
      const name = toLanguageName(problem.language, say);
      return say({ es: `falta el texto en ${name}.`, en: `the text in ${name} is missing.` });
    }
    case "page-gone":
      return say({ es: "lleva a una página que ya no está.", en: "it leads to a page that’s gone." });
    case "no-picture":
      return say({
        es: "muestra una imagen cuyo archivo no se puede leer.",
        en: "it shows a picture whose file can’t be read.",
      });
    case "section-gone":
      return say({
        es: `lleva a la sección «${problem.anchor}», que ya no está en su página.`,
        en: `it leads to the section “${problem.anchor}”, which its page no longer has.`,
      });
    case "anchor-twice":
      return say({
        es: `otra sección de la página tiene la misma ancla («${problem.anchor}»).`,
        en: `another section of the page has the same anchor (“${problem.anchor}”).`,
      });
    case "menu-without-anchor":
      return say({
        es: "la sección está en el menú de la página y no tiene ancla.",
        en: "the section is in the page’s menu but has no anchor.",
      });
    case "no-figure":
      return say({
        es: `usa la cifra «${problem.figure}», que ya no está en los datos de la empresa.`,
        en: `it uses the figure “${problem.figure}”, which is no longer in the company details.`,
      });
    case "no-fact":
      return say({
        es: `el texto nombra {${problem.fact}}, que no está en los datos de la empresa.`,
        en: `the text names {${problem.fact}}, which isn’t in the company details.`,
      });
    case "other-number":
      return say({
        es: "no es el mismo número que el que se marca.",
        en: "it isn’t the number that is dialed.",
      });
    case "address-twice":
      return problem.document.type === "page"
        ? say({
            es: "otra página, creada antes, está en la misma dirección y se queda con ella.",
            en: "another page, created earlier, is at the same address and keeps it.",
          })
        : say({
            es: "otra redirección sale de la misma dirección antigua: ninguna de las dos funciona.",
            en: "another redirect starts at the same old address: neither of them works.",
          });
    case "address-taken":
      return say({
        es: "es una dirección que el sitio ya usa.",
        en: "it’s an address the site already uses.",
      });
    case "address-malformed": {
      const name = toLanguageName(problem.language, say);
      return say({
        es: `la dirección en ${name} no es válida: usa solo minúsculas sin tildes, números y guiones.`,
        en: `the address in ${name} isn’t valid: use only lowercase letters without accents, digits and hyphens.`,
      });
    }
  }
}

type ReportMessage = {
  title: string;
  description?: string;
  status: "info" | "success" | "warning" | "error";
};

/** Returns the message that the Studio shows about a publication. */
export function toReportMessage(
  outcome: PublicationOutcome,
  say: LabelFn,
  toMessage: (problem: Problem) => string,
): ReportMessage {
  if (outcome.state === "waiting") {
    return {
      status: "info",
      title: say({ es: "Publicado. Esperando al sitio…", en: "Published. Waiting for the site…" }),
    };
  }
  if (outcome.state === "live") {
    const time = outcome.since.toLocaleTimeString(locales[say.language], { timeZone, hourCycle: "h23" });
    if (outcome.problems.length > 0) {
      return {
        status: "warning",
        title: say({
          es: `En línea desde las ${time}, menos lo que falla`,
          en: `Live since ${time}, without what is broken`,
        }),
        description: outcome.problems.map(toMessage).join("\n"),
      };
    }
    return { status: "success", title: say({ es: `En línea desde las ${time}`, en: `Live since ${time}` }) };
  }
  if (outcome.state === "refused") {
    return {
      status: "error",
      title: say({
        es: "Publicado, pero el sitio no puede mostrarlo y sigue con la versión anterior",
        en: "Published, but the site can’t show it and keeps the previous version",
      }),
      description: outcome.problems.map(toMessage).join("\n"),
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
 * Returns the description of the toast about a live publication: every language of the site, and the addresses. One
 * toast is about all redirects (`document` is "redirect") and lists their old addresses.
 */
export function toLiveMessage(document: string, addresses: string[], say: LabelFn): string {
  const addressList = addresses.join(" · ");
  if (document === "redirect")
    return say({ es: `Direcciones antiguas: ${addressList}`, en: `Old addresses: ${addressList}` });
  const list = new Intl.ListFormat(locales[say.language]);
  const names = languages.map((language) => toLanguageName(language, say));
  return `${list.format(names)}: ${addressList}`;
}
