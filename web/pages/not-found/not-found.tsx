import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { type Language, path } from "#cms/content/site.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { OrchidDrawing } from "#web/ui/drawing.tsx";
import { Container, Row, Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./not-found.css.ts";

// The specification asks for its English texts beside the Spanish ones.
const hasEnglishTexts: Record<Language, boolean> = { es: true, en: false };

/** Shows the page of an unknown address. */
export default function NotFound() {
  const text = useText();
  const language = useLanguage();
  const { pathname } = useLocation();

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for this line in the console
    console.error(`404: there is no page at ${pathname}`);
  }, [pathname]);

  return (
    <Container>
      <div className={css.page}>
        <Stack space="large" align="start">
          <p className={css.code}>404</p>
          <Stack space="xsmall">
            <Heading level={1} size="heading">
              {text("notFound.title")}
            </Heading>
            {hasEnglishTexts[language] && (
              <Text size="lead" tone="quiet" lang="en">
                Oops! Page not found
              </Text>
            )}
          </Stack>
          <Text tone="quiet">{text("notFound.detail")}</Text>
          <Row space="small">
            <LinkButton tone="accent" href={path("home", language)}>
              {text("notFound.home")}
            </LinkButton>
            {hasEnglishTexts[language] && (
              <LinkButton tone="quiet" href={path("home", language)} lang="en">
                Return to Home
              </LinkButton>
            )}
          </Row>
        </Stack>
        <OrchidDrawing />
      </div>
    </Container>
  );
}
