import { Badge, Box, Button, Card, Flex, Stack, Text } from "@sanity/ui";
import { useEffect, useState } from "react";
import { type Schema, useClient, useSchema } from "sanity";
import { IntentLink } from "sanity/router";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";
import { toProblemMessage } from "../live/messages.ts";
import { listPageChoices, singleTitles } from "../schema/fields/choices.ts";
import type { LabelFn } from "../schema/labels.ts";
import { formatMoment } from "./clock.ts";
import { type ListedPublication, removePublication } from "./publications.ts";

/** The time in milliseconds after which a publication is late. The scheduled Worker runs every minute. */
const lateAfterMs = 150_000;

/** Returns whether a publication is overdue without a result. */
function useIsLate({ state, publishAt }: ListedPublication): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return state === "waiting" && now > Date.parse(publishAt) + lateAfterMs;
}

const isSameMinute = (a: string, b: string) => a.slice(0, 16) === b.slice(0, 16);

/** Shows a scheduled publication with its time and result. A button cancels it, or takes an ended one off the list. */
export function PublicationItem({ publication }: { publication: ListedPublication }) {
  const say = useSay();
  const schema = useSchema();
  const isLate = useIsLate(publication);
  const { document, documentType, publishAt, state, endedAt, failure } = publication;
  const title = toTitle(publication, say);
  return (
    <Card as="li" border padding={4} radius={2}>
      <Stack gap={4}>
        <Flex align="center" gap={3} wrap="wrap">
          <Box flex={1} style={{ minWidth: "12rem" }}>
            <Stack gap={3}>
              <Text weight="semibold">
                <IntentLink intent="edit" params={{ id: document, type: documentType }}>
                  {title}
                </IntentLink>
              </Text>
              <Text size={1} muted>
                <time dateTime={publishAt}>{formatMoment(new Date(publishAt), say)}</time>
              </Text>
            </Stack>
          </Box>
          <StateBadge state={state} isLate={isLate} say={say} />
          <RemoveButton publication={publication} title={title} say={say} />
        </Flex>
        {isLate && (
          <Text size={1}>
            {say({
              es: "Su hora ya pasó y todavía no se ha podido publicar: se sigue intentando.",
              en: "Its time has passed and it couldn’t be published yet: still trying.",
            })}
          </Text>
        )}
        {state === "published" && endedAt && !isSameMinute(publishAt, endedAt) && (
          <Text size={1} muted>
            {say({ es: "Publicado:", en: "Published:" })} {formatMoment(new Date(endedAt), say)}
          </Text>
        )}
        {failure &&
          toFailureMessages(failure, schema, say).map((message) => (
            <Text key={message} size={1}>
              {message}
            </Text>
          ))}
      </Stack>
    </Card>
  );
}

function toTitle({ document, documentType, title }: ListedPublication, say: LabelFn): string {
  const page = listPageChoices(say).find(({ value }) => value === document)?.title;
  if (page) return page;
  const single: Record<string, string> = singleTitles(say);
  if (single[documentType]) return single[documentType];
  return title ?? say({ es: "Un documento que ya no existe", en: "A document that’s gone" });
}

/** Returns the lines that tell editors why a publication failed and what to do. */
function toFailureMessages(
  failure: NonNullable<ListedPublication["failure"]>,
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

/** Shows editors the state of a scheduled publication. `isLate` marks a waiting one whose time has passed. */
function StateBadge({
  state,
  isLate,
  say,
}: Pick<ListedPublication, "state"> & { isLate: boolean; say: LabelFn }) {
  if (state === "published")
    return <Badge tone="positive">{say({ es: "Publicado", en: "Published" })}</Badge>;
  if (state === "failed")
    return <Badge tone="critical">{say({ es: "No se publicó", en: "Not published" })}</Badge>;
  if (isLate) return <Badge tone="caution">{say({ es: "Con retraso", en: "Late" })}</Badge>;
  return <Badge tone="primary">{say({ es: "Programado", en: "Scheduled" })}</Badge>;
}

type RemoveButtonProps = { publication: ListedPublication; title: string; say: LabelFn };

function RemoveButton({ publication: { document, state }, title, say }: RemoveButtonProps) {
  const client = useClient({ apiVersion });
  const [isFailed, setFailed] = useState(false);
  const buttonLabel =
    state === "waiting"
      ? say({ es: "No publicar", en: "Cancel" })
      : say({ es: "Quitar de la lista", en: "Remove from the list" });
  return (
    <div>
      <Button
        mode="ghost"
        fontSize={1}
        aria-label={`${buttonLabel}: ${title}`}
        text={buttonLabel}
        onClick={() => removePublication(client, document).catch(() => setFailed(true))}
      />
      <div role="alert">
        {isFailed && (
          <Text size={1}>
            {say({ es: "No se pudo: inténtalo de nuevo.", en: "That didn’t work: try again." })}
          </Text>
        )}
      </div>
    </div>
  );
}
