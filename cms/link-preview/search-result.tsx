import { Box, Card, Flex, Stack, Text } from "@sanity/ui";
import { Sign } from "../brand.tsx";
import type { Language } from "../content/site.ts";
import { useSay } from "../language.ts";
import { siteOrigin } from "../project.ts";
import type { PagePreview } from "./page-preview.ts";
import { type ScreenSize, textLimits, truncate } from "./truncate.ts";

const host = siteOrigin ? new URL(siteOrigin).host : "";

// All measurements share one canvas.
let canvas: CanvasRenderingContext2D | null = null;

/** Returns a function that measures a text in pixels as the browser draws it, or 0 without a canvas. */
function createTextMeter(font: string) {
  canvas ??= document.createElement("canvas").getContext("2d");
  return (text: string) => {
    if (!canvas) return 0;
    canvas.font = font;
    return canvas.measureText(text).width;
  };
}

type SearchResultProps = { page: PagePreview; language: Language; screen: ScreenSize };

/** Previews a page in the results of a search engine, truncated at the same width. */
export function SearchResult({ page, language, screen }: SearchResultProps) {
  const say = useSay();
  const { title, description } = textLimits[screen];
  const emptyText = say({ es: "Sin escribir todavía", en: "Not written yet" });
  const fullTitle = page.title ? `${page.title} · ${page.brandName}` : emptyText;
  return (
    <Card border radius={2} padding={3} lang={language}>
      <Stack gap={3} style={{ maxWidth: screen === "desktop" ? 600 : 360 }}>
        <Flex align="center" gap={2}>
          <Box style={{ width: 22, height: 22, flexShrink: 0 }}>
            <Sign />
          </Box>
          <Stack gap={1}>
            <Text size={1} weight="medium">
              {page.brandName}
            </Text>
            <Text size={0} muted>
              {[host, ...page.address].filter(Boolean).join(" › ")}
            </Text>
          </Stack>
        </Flex>
        <Text size={2} weight="medium">
          {truncate(fullTitle, title.pixels, createTextMeter(title.font))}
        </Text>
        <Text size={1} muted>
          {truncate(page.description || emptyText, description.pixels, createTextMeter(description.font))}
        </Text>
      </Stack>
    </Card>
  );
}
