import type { Schema, SchemaType } from "sanity";
import type { Problem } from "../content/problem.ts";
import { languageName } from "../schema/fields/choices.ts";
import type { Say } from "../schema/say.ts";

type Titled = SchemaType & { fields?: { name: string; type: Titled }[]; of?: Titled[] };

/**
 * What the Studio calls the field at a path of the site's loader, such as `sections[0] (hero).actions[1].link`: the titles on the
 * way there, with the number of each item.
 */
function fieldWords(schema: Schema, documentType: string, path: string): string {
  let type = schema.get(documentType) as Titled | undefined;
  const words: string[] = [];
  for (const step of path.matchAll(/([^.[\]()\s]+)|\[(\d+)\](?: \((\w+)\))?/g)) {
    const [, field, index, kind] = step;
    if (field) {
      type = type?.fields?.find(({ name }) => name === field)?.type;
      words.push(type?.title ?? field);
    } else {
      type = type?.of?.find(({ name }) => name === kind) ?? type?.of?.[0];
      const number = Number(index) + 1;
      words.push(`${words.pop() ?? ""} ${number}${kind && type?.title ? ` (${type.title})` : ""}`.trim());
    }
  }
  return words.join(" › ");
}

/** What is wrong, and what to do about it, in the words of the one who edits. */
export function problemWords(problem: Problem, schema: Schema, say: Say): string {
  const field = fieldWords(schema, problem.document.type, problem.field);
  return field ? `${field}: ${reasonWords(problem, say)}` : reasonWords(problem, say);
}

function reasonWords(problem: Problem, say: Say): string {
  switch (problem.reason) {
    case "no-document":
      return say({ es: "todavía no se ha publicado.", en: "it hasn’t been published yet." });
    case "missing":
      return say({ es: "está vacío.", en: "it’s empty." });
    case "no-text": {
      const name = languageName(problem.language, say);
      return say({ es: `falta el texto en ${name}.`, en: `the text in ${name} is missing.` });
    }
    case "page-gone":
      return say({ es: "lleva a una página que ya no está.", en: "it leads to a page that’s gone." });
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
        ? say({ es: "otra página está en la misma dirección.", en: "another page is at the same address." })
        : say({ es: "otra dirección antigua es igual.", en: "another old address is the same." });
    case "address-taken":
      return say({
        es: "es una dirección que el sitio ya usa.",
        en: "it’s an address the site already uses.",
      });
    case "address-malformed": {
      const name = languageName(problem.language, say);
      return say({
        es: `la dirección en ${name} no es válida: usa solo minúsculas sin tildes, números y guiones.`,
        en: `the address in ${name} isn’t valid: use only lowercase letters without accents, digits and hyphens.`,
      });
    }
  }
}
