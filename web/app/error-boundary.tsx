import { Component, type ReactNode } from "react";
import { useText } from "#web/language/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Container, Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";

type ErrorBoundaryProps = { fallback: ReactNode; children: ReactNode };

/** Shows a fallback in place of a part of the page that fails. Without it React would remove the whole page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override state = { hasFailed: false };
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** Stands in place of a screen that has failed. */
export function FailedScreen() {
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
