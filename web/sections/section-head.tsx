import { Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";

/** A section's headline with the sentence under it. */
export function SectionHead({ title, text }: { title: string; text: string | null }) {
  return (
    <Stack space="medium">
      <Heading level={2}>{title}</Heading>
      {text && (
        <Text size="lead" tone="quiet">
          {text}
        </Text>
      )}
    </Stack>
  );
}

/** The headline of a section that speaks by what is below it, smaller than the others. */
export function QuietHead({ title, text }: { title: string; text: string | null }) {
  return (
    <Stack space="small">
      <Heading level={2} size="title">
        {title}
      </Heading>
      {text && <Text tone="quiet">{text}</Text>}
    </Stack>
  );
}
