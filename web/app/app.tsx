import { Component, type ReactNode, Suspense, useEffect } from "react";
import { isPrivate, type Language } from "#cms/content/site.ts";
import { type Copy, CopyProvider } from "#web/content/copy-provider.tsx";
import { LanguageProvider, type Messages } from "#web/language/provider.tsx";
import { useText } from "#web/language/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Container, Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import "./print.css.ts";
import * as css from "./app.css.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import type { Screen } from "./paths.ts";
import { Screens } from "./routes.tsx";
import { ThumbBar } from "./thumb-bar.tsx";

type AppProps = {
  screen: Screen;
  language: Language;
  messages: Messages;
  copy: Copy;
  /** The prerendered markup of the screen, if the build has stored it. */
  markup?: string | undefined;
  /** Runs once the page is hydrated. */
  onReady?: () => void;
};

const main = { className: css.main, id: "main", tabIndex: -1 };

/**
 * Renders a page: header, screen and footer. It requires a router above it. The edge lacks the modules of private
 * screens, and inserts the `markup` that the build has stored.
 */
export function App({ screen, language, messages, copy, markup, onReady }: AppProps) {
  return (
    <LanguageProvider language={language} messages={messages}>
      <CopyProvider copy={copy}>
        <SkipLink />
        <ErrorBoundary fallback={null}>
          <Header />
        </ErrorBoundary>
        {markup === undefined ? (
          <main {...main}>
            <Suspense>
              <ErrorBoundary fallback={<FailedScreen />}>
                <Screens screen={screen} />
              </ErrorBoundary>
              {onReady && <Ready onReady={onReady} />}
            </Suspense>
          </main>
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: prerendered by React
          <main {...main} dangerouslySetInnerHTML={{ __html: markup }} />
        )}
        {/* The inbox is as high as the window and scrolls inside. */}
        <ErrorBoundary fallback={null}>
          {screen !== "inbox" && <Footer />}
          {!isPrivate(screen) && <ThumbBar />}
        </ErrorBoundary>
      </CopyProvider>
    </LanguageProvider>
  );
}

/** Reports that the page is hydrated. The effect runs when all siblings are rendered, including lazy ones. */
function Ready({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}

/** Renders the first focusable element of the page, with which keyboard users skip the header. */
function SkipLink() {
  const text = useText();
  return (
    <a className={css.skip} href="#main">
      {text("skip")}
    </a>
  );
}

type ErrorBoundaryProps = { fallback: ReactNode; children: ReactNode };

/** Replaces a failed part of the page with a fallback. React would otherwise remove the whole page. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override state = { hasFailed: false };
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** Replaces a screen that failed to render. */
function FailedScreen() {
  const text = useText();
  return (
    <Container>
      <div role="alert">
        <Stack space="medium" align="start">
          <Heading level={1} size="heading">
            {text("failed.title")}
          </Heading>
          <Text>{text("failed.detail")}</Text>
          <Button onClick={() => location.reload()}>{text("failed.reload")}</Button>
        </Stack>
      </div>
    </Container>
  );
}
