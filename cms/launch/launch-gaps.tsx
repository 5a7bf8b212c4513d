import { Card, Stack, Text } from "@sanity/ui";
import { useEffect, useState } from "react";
import { useDocumentStore } from "sanity";
import { IntentLink } from "sanity/router";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";
import { singleTitles, toPageTitle } from "../schema/fields/choices.ts";
import type { Label, LabelFn } from "../schema/labels.ts";
import { findLaunchGaps, type GapField, type LaunchContent, type LaunchGap, launchQuery } from "./gaps.ts";

/** Returns the title of the list of missing parts. */
export const toLaunchTitle = (say: LabelFn): Label =>
  say({ es: "Falta para convencer", en: "Still needed to convince" });

/** Reads the missing parts of the published content, and follows its changes. Null until the CMS has answered. */
function useLaunchGaps(): LaunchGap[] | null {
  const documentStore = useDocumentStore();
  const [gaps, setGaps] = useState<LaunchGap[] | null>(null);
  useEffect(() => {
    const query = { fetch: launchQuery, listen: '*[_type in ["page", "siteSettings"]]' };
    const subscription = documentStore
      .listenQuery(query, {}, { apiVersion, perspective: "published" })
      .subscribe((content: LaunchContent) => setGaps(findLaunchGaps(content)));
    return () => subscription.unsubscribe();
  }, [documentStore]);
  return gaps;
}

const toGapText = (say: LabelFn): Record<LaunchGap["kind"], Label> => ({
  people: say({
    es: "Las personas: quién atiende, con su nombre y su puesto.",
    en: "The people: who clients deal with, by name and position.",
  }),
  cases: say({
    es: "Un caso: qué cambió para un cliente, con su cifra.",
    en: "A case: what changed for a client, with its figure.",
  }),
  testimonials: say({
    es: "La frase de un cliente, con su nombre y su empresa.",
    en: "A client’s sentence, with their name and company.",
  }),
  hours: say({ es: "El horario de atención.", en: "The opening hours." }),
  prices: say({ es: "Desde cuánto cuesta cada servicio.", en: "The starting price of each service." }),
});

/** The pane of the desk that shows what the site lacks before its launch, with links to the fields. */
export function LaunchGaps() {
  const say = useSay();
  const gaps = useLaunchGaps();
  const texts = toGapText(say);
  if (!gaps) return null;
  return (
    <Stack as="section" gap={5} padding={4} data-testid="launch-gaps">
      <Text size={1} muted>
        {gaps.length === 0
          ? say({
              es: "No falta nada: el sitio muestra personas, casos, testimonios, horario y precios.",
              en: "Nothing is missing: the site shows people, cases, testimonials, hours and prices.",
            })
          : say({
              es: "Lo que el sitio publicado aún no muestra, y que ayuda a confiar en la empresa:",
              en: "What the published site doesn’t show yet, and helps visitors trust the company:",
            })}
      </Text>
      <Stack as="ul" gap={4} style={{ listStyle: "none", padding: 0, margin: 0, maxWidth: "40rem" }}>
        {gaps.map(({ kind, fields }) => (
          <Card as="li" key={kind} border padding={4} radius={2}>
            <Stack gap={4}>
              <Text size={1} weight="medium">
                {texts[kind]}
              </Text>
              <FieldLinks fields={fields} say={say} />
            </Stack>
          </Card>
        ))}
      </Stack>
    </Stack>
  );
}

function FieldLinks({ fields, say }: { fields: GapField[]; say: LabelFn }) {
  return (
    <Text size={1}>
      {fields.map(({ id, type, path, page }, index) => (
        <span key={id}>
          {index > 0 && " · "}
          <IntentLink intent="edit" params={{ id, type, path }}>
            {page ? toPageTitle(page, say) : singleTitles(say).siteSettings}
          </IntentLink>
        </span>
      ))}
    </Text>
  );
}
