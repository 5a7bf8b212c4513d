import type { Schema } from "sanity";
import type { ScheduledPublication } from "../content/scheduled-publication.ts";
import { toProblemMessage } from "../live/messages.ts";
import type { LabelFn } from "../schema/labels.ts";

/** Returns the lines that tell editors why a publication failed and what to do. */
export function toFailureMessages(
  failure: NonNullable<ScheduledPublication["failure"]>,
  schema: Schema,
  say: LabelFn,
): string[] {
  switch (failure.reason) {
    case "no-draft":
      return [
        say({
          es: "No había cambios que publicar: ya se habían publicado a mano, o se descartaron.",
          en: "There were no changes to publish: they had already been published manually, or discarded.",
        }),
      ];
    case "content":
      return [
        say({
          es: "El sitio no habría podido mostrarlo. Corrígelo y vuelve a programarlo:",
          en: "The site couldn’t have shown it. Fix it and schedule it again:",
        }),
        ...failure.problems.map((problem) => toProblemMessage(problem, schema, say)),
      ];
    case "refused":
      return [
        say({
          es: "No se aceptó la publicación: algo a lo que lleva ya no está. Abre el documento y publícalo a mano para ver qué falta.",
          en: "It wasn’t accepted: something it leads to is gone. Open the document and publish it manually to see what’s missing.",
        }),
      ];
  }
}
