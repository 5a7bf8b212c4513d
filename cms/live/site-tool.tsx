import { EarthGlobeIcon } from "@sanity/icons/EarthGlobe";
import { Badge, Box, Button, Card, Flex, Heading, Stack, Text } from "@sanity/ui";
import { useCallback, useEffect, useState } from "react";
import { type Tool, useClient, useSchema } from "sanity";
import { IntentLink } from "sanity/router";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";
import { siteOrigin } from "../project.ts";
import { singleTitles, toPageTitle } from "../schema/fields/choices.ts";
import type { LabelFn } from "../schema/labels.ts";
import { toProblemMessage } from "./messages.ts";
import { readSiteStatus, type SitePart } from "./site-status.ts";

/** Returns the Studio tool that shows the status of the whole site. */
export const siteTool = (say: LabelFn): Tool => ({
  name: "site",
  title: say({ es: "Sitio", en: "Site" }),
  icon: EarthGlobeIcon,
  component: SiteTool,
});

const pollIntervalMs = 5_000;

type SiteStatus = { parts: SitePart[] } | { failed: true } | null;

/** Reads the status of the site periodically while the tab is visible, and on request. */
function useSiteStatus(): { status: SiteStatus; refresh: () => void } {
  const client = useClient({ apiVersion });
  const [status, setStatus] = useState<SiteStatus>(null);
  const refresh = useCallback(async () => {
    try {
      const parts = await readSiteStatus(client);
      setStatus({ parts });
    } catch {
      setStatus({ failed: true });
    }
  }, [client]);
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => document.visibilityState === "visible" && void refresh(), pollIntervalMs);
    return () => clearInterval(timer);
  }, [refresh]);
  return { status, refresh };
}

function SiteTool() {
  const say = useSay();
  const { status, refresh } = useSiteStatus();
  return (
    <Card height="fill" overflow="auto" padding={[3, 4, 5]}>
      <Stack gap={5} style={{ maxWidth: "60rem", marginInline: "auto" }}>
        <Flex align="center" justify="space-between" gap={3}>
          <Heading as="h1" size={2}>
            {say({ es: "Cómo está el sitio", en: "How the site is doing" })}
          </Heading>
          <Button mode="ghost" text={say({ es: "Revisar de nuevo", en: "Check again" })} onClick={refresh} />
        </Flex>
        <div role="status">
          <Summary status={status} say={say} />
        </div>
        {status && "parts" in status && (
          <Stack as="ul" gap={3} style={{ listStyle: "none", padding: 0, margin: 0 }}>
            {status.parts.map((part) => (
              <Part key={`${part.type} ${part.name}`} part={part} say={say} />
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

function Summary({ status, say }: { status: SiteStatus; say: LabelFn }) {
  if (!status) return <Text muted>{say({ es: "Preguntando al sitio…", en: "Asking the site…" })}</Text>;
  if ("failed" in status) {
    return (
      <Card tone="critical" padding={4} radius={2}>
        <Text>
          {say({
            es: "El contenido no responde: no se puede saber qué está publicado. Se sigue intentando.",
            en: "The content isn’t responding, so there’s no telling what is published. Still trying.",
          })}
        </Text>
      </Card>
    );
  }
  const isRefused = status.parts.some(isRefusedPart);
  const isBroken = status.parts.some(({ problems }) => problems.length > 0);
  const isAway = status.parts.some(({ liveStatus }) => liveStatus === "away");
  const isWaiting = status.parts.some(({ liveStatus }) => liveStatus === "waiting");
  const summary = isAway
    ? say({ es: "El sitio no responde.", en: "The site isn’t responding." })
    : isRefused
      ? say({
          es: "Hay contenido publicado que el sitio no puede mostrar; sigue con la versión anterior.",
          en: "Some published content can’t be shown; the site keeps the previous version.",
        })
      : isBroken
        ? say({
            es: "Lo publicado está en línea, menos lo que falla.",
            en: "What was published is live, without what is broken.",
          })
        : isWaiting
          ? say({
              es: "Lo publicado llega al sitio en unos segundos.",
              en: "What was published reaches the site in a few seconds.",
            })
          : say({ es: "Todo lo publicado está en línea.", en: "Everything published is live." });
  const tone = isAway || isRefused ? "critical" : isBroken || isWaiting ? "caution" : "positive";
  return (
    <Card tone={tone} padding={4} radius={2}>
      <Text weight="medium">{summary}</Text>
    </Card>
  );
}

/** Returns whether the site cannot show a part as published, not even without its broken fields. */
const isRefusedPart = ({ problems, liveStatus }: SitePart) => problems.length > 0 && liveStatus !== "live";

/** Returns the title of a part in the status list of the whole site, which editors read in the Studio. */
function toTitle({ type, name, title }: SitePart, say: LabelFn): string {
  if (type === "page") return toPageTitle({ name, title }, say);
  if (type === "redirect") return say({ es: "Direcciones antiguas", en: "Old addresses" });
  return singleTitles(say)[type];
}

/** Shows a part of the site with its live status, its addresses, and the problems of its published content. */
function Part({ part, say }: { part: SitePart; say: LabelFn }) {
  const schema = useSchema();
  const { type, name, addresses, problems } = part;
  const title = toTitle(part, say);
  return (
    <Card as="li" border padding={4} radius={2}>
      <Stack gap={4}>
        <Flex align="center" gap={3} wrap="wrap">
          <Box flex={1}>
            <Text weight="semibold">
              {type === "redirect" ? (
                title
              ) : (
                <IntentLink intent="edit" params={{ id: name ?? type, type }}>
                  {title}
                </IntentLink>
              )}
            </Text>
          </Box>
          {part.hasDraft && (
            <Badge>{say({ es: "Con cambios sin publicar", en: "Unpublished changes" })}</Badge>
          )}
          <StatusBadge part={part} say={say} />
        </Flex>
        {type === "page" && (
          <Flex gap={4} wrap="wrap">
            {addresses.map((address) => (
              <Text key={address} size={1} muted>
                <a href={`${siteOrigin}${address}`} target="_blank" rel="noreferrer">
                  {address}
                </a>
              </Text>
            ))}
          </Flex>
        )}
        {problems.map((problem) => {
          const message = toProblemMessage(problem, schema, say);
          return (
            <Text key={message} size={1}>
              {message}
            </Text>
          );
        })}
      </Stack>
    </Card>
  );
}

function StatusBadge({ part, say }: { part: SitePart; say: LabelFn }) {
  const { problems, liveStatus } = part;
  if (liveStatus === "away")
    return <Badge tone="critical">{say({ es: "El sitio no responde", en: "Not responding" })}</Badge>;
  if (isRefusedPart(part))
    return <Badge tone="critical">{say({ es: "No se puede mostrar", en: "Can’t be shown" })}</Badge>;
  if (problems.length > 0)
    return (
      <Badge tone="caution">
        {say({ es: "En línea, menos lo que falla", en: "Live, without what is broken" })}
      </Badge>
    );
  if (liveStatus === "waiting")
    return <Badge tone="caution">{say({ es: "En camino", en: "On its way" })}</Badge>;
  return <Badge tone="positive">{say({ es: "En línea", en: "Live" })}</Badge>;
}
