import { Button, Card, Flex, Grid, Heading, Stack, Text } from "@sanity/ui";
import { useState } from "react";
import type { ObjectFieldProps } from "sanity";
import { languageNames, languages } from "../content/site.ts";
import { useSay } from "../language.ts";
import { usePagePreview } from "./page-preview.ts";
import { SearchResult } from "./search-result.tsx";
import { ShareCard } from "./share-card.tsx";
import type { ScreenSize } from "./truncate.ts";

/** The description field of a page, with a live preview of its search result and share card. */
export function LinkPreviewField(props: ObjectFieldProps) {
  const say = useSay();
  const getPreview = usePagePreview();
  const [screen, setScreen] = useState<ScreenSize>("phone");
  const screens: [ScreenSize, string][] = [
    ["phone", say({ es: "Celular", en: "Phone" })],
    ["desktop", say({ es: "Computadora", en: "Computer" })],
  ];
  const title = say({
    es: "Cómo se ve en buscadores y al compartirla",
    en: "How it looks in search and when shared",
  });
  return (
    <Stack gap={4}>
      {props.renderDefault(props)}
      <Card as="section" aria-label={title} border radius={2} padding={4}>
        <Stack gap={4}>
          <Flex align="center" justify="space-between" wrap="wrap" gap={3}>
            <Heading as="h3" size={0}>
              {title}
            </Heading>
            <Flex gap={1}>
              {screens.map(([value, name]) => (
                <Button
                  key={value}
                  mode={screen === value ? "default" : "bleed"}
                  aria-pressed={screen === value}
                  fontSize={1}
                  padding={2}
                  text={name}
                  onClick={() => setScreen(value)}
                />
              ))}
            </Flex>
          </Flex>
          <Text size={1} muted>
            {say({
              es: "En un buscador y como enlace compartido, mientras escribes. Los buscadores pueden elegir otras frases de la página.",
              en: "In a search engine and as a shared link, while you write. Search engines may choose other text from the page.",
            })}
          </Text>
          <Grid gridTemplateColumns={[1, 1, 2]} gap={4}>
            {languages.map((language) => (
              <Stack key={language} gap={3}>
                <Text as="h4" size={1} weight="medium">
                  {languageNames[language]}
                </Text>
                <SearchResult page={getPreview(language)} language={language} screen={screen} />
                <ShareCard page={getPreview(language)} language={language} />
              </Stack>
            ))}
          </Grid>
        </Stack>
      </Card>
    </Stack>
  );
}
