import { OrchidDrawing } from "#web/ui/drawing.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Heading } from "#web/ui/text.tsx";
import * as css from "./call-to-action.css.ts";
import { Actions, Lead, Section, type SectionProps } from "./section.tsx";

/** Renders the end of a page: a reason, and the buttons to act. */
export function CallToAction({ section, surface }: SectionProps<"callToAction">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <div className={css.closing[section.light ? "light" : "dark"]}>
        <Stack space="large" align="start">
          <Heading level={2}>{section.title}</Heading>
          <Lead text={section.text} />
          <Actions actions={section.actions} />
        </Stack>
        <div className={css.flower}>
          <OrchidDrawing />
        </div>
      </div>
    </Section>
  );
}
