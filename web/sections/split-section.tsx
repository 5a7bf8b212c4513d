import type { ReactNode } from "react";
import { Column, Grid } from "#web/ui/layout.tsx";
import { Section } from "./section.tsx";
import { SectionHead } from "./section-head.tsx";
import * as css from "./split-section.css.ts";
import type { Surface } from "./surfaces.ts";

type SplitSectionProps = {
  section: { anchor: string | null; title: string; text: string | null };
  surface: Surface;
  children: ReactNode;
};

/** A section with its headline on the left, which stays while what is on the right is read. */
export function SplitSection({ section, surface, children }: SplitSectionProps) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <Grid>
        <Column span="firstFive">
          <div className={css.headline}>
            <SectionHead title={section.title} text={section.text} />
          </div>
        </Column>
        <Column span="lastSeven">{children}</Column>
      </Grid>
    </Section>
  );
}
