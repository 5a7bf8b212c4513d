import { CalendarIcon } from "@sanity/icons/Calendar";
import { Card, Heading, Stack, Text } from "@sanity/ui";
import type { Tool } from "sanity";
import { useSay } from "../language.ts";
import type { LabelFn } from "../schema/labels.ts";
import { toTimeZoneLabel } from "./clock.ts";
import { PublicationItem } from "./publication-item.tsx";
import { type ListedPublication, type PublicationList, usePublications } from "./publications.ts";

/** Returns the Studio tool that lists scheduled publications and their results. */
export const scheduledTool = (say: LabelFn): Tool => ({
  name: "scheduled",
  title: say({ es: "Programado", en: "Scheduled" }),
  icon: CalendarIcon,
  component: ScheduledTool,
});

/** Shows editors the scheduled publications and their results as a tool of the Studio. */
function ScheduledTool() {
  const say = useSay();
  const list = usePublications();
  return (
    <Card height="fill" overflow="auto" padding={[3, 4, 5]}>
      <Stack gap={5} style={{ maxWidth: "60rem", marginInline: "auto" }}>
        <Heading as="h1" size={2}>
          {say({ es: "Lo que se va a publicar", en: "What will be published" })}
        </Heading>
        <div role="status">
          <Summary list={list} say={say} />
        </div>
        {list && "publications" in list && <Lists publications={list.publications} say={say} />}
      </Stack>
    </Card>
  );
}

function Summary({ list, say }: { list: PublicationList; say: LabelFn }) {
  if (!list) return <Text muted>{say({ es: "Un momento…", en: "One moment…" })}</Text>;
  if ("failed" in list) {
    return (
      <Card tone="critical" padding={4} radius={2}>
        <Text>
          {say({
            es: "El contenido no responde. Se sigue intentando; lo programado no se pierde.",
            en: "The content isn’t responding. Still trying; nothing scheduled is lost.",
          })}
        </Text>
      </Card>
    );
  }
  if (list.publications.some(({ state }) => state === "waiting")) {
    return (
      <Text muted size={1}>
        {say({ es: "Las horas son las de Costa Rica.", en: `Times are in ${toTimeZoneLabel(say)}.` })}
      </Text>
    );
  }
  return (
    <Card border padding={4} radius={2}>
      <Text muted>
        {say({
          es: "No hay nada programado. En un documento con cambios, el menú junto a «Publicar» ofrece «Publicar más tarde…».",
          en: "Nothing is scheduled. In a document with changes, the menu beside “Publish” offers “Publish later…”.",
        })}
      </Text>
    </Card>
  );
}

function Lists({ publications, say }: { publications: ListedPublication[]; say: LabelFn }) {
  const waitingPublications = publications.filter(({ state }) => state === "waiting");
  const endedPublications = publications
    .filter(({ state }) => state !== "waiting")
    .toSorted((a, b) => (b.endedAt ?? "").localeCompare(a.endedAt ?? ""));
  return (
    <>
      <Items publications={waitingPublications} />
      {endedPublications.length > 0 && (
        <Stack gap={4}>
          <Heading as="h2" size={1}>
            {say({ es: "Lo que pasó en los últimos 30 días", en: "What happened in the last 30 days" })}
          </Heading>
          <Items publications={endedPublications} />
        </Stack>
      )}
    </>
  );
}

function Items({ publications }: { publications: ListedPublication[] }) {
  if (publications.length === 0) return null;
  return (
    <Stack as="ul" gap={3} style={{ listStyle: "none", padding: 0, margin: 0 }}>
      {publications.map((publication) => (
        <PublicationItem key={publication._id} publication={publication} />
      ))}
    </Stack>
  );
}
