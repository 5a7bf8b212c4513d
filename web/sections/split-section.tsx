import type { ReactNode } from "react";
import { Column, Grid } from "#web/ui/layout.tsx";
import type { Paper } from "./surfaces.ts";
import { Section } from "./section.tsx";
import { SectionHead } from "./section-head.tsx";
import * as css from "./split-section.css.ts";

type SplitSectionProps = {
  section: { anchor: string | null; title: string; text: string | null };
  paper: Paper;
  children: ReactNode;
};

/** A section with its headline on the left, which stays while what is on the right is read. */
export function SplitSection({ section, paper, children }: SplitSectionProps) {
  return (
    <Section anchor={section.anchor} paper={paper}>
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
