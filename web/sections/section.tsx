import type { ReactNode } from "react";
import { Container } from "#web/ui/layout.tsx";
import { paper as papers } from "#web/ui/surface.css.ts";
import type { Paper } from "./surfaces.ts";
import * as css from "./section.css.ts";

type SectionProps = { anchor: string | null; paper: Paper; children: ReactNode };

/** A section on its paper, with its anchor as its id. */
export function Section({ anchor, paper, children }: SectionProps) {
  return (
    <section className={`${css.section} ${papers[paper]}`} data-paper={paper} id={anchor ?? undefined}>
      <Container>{children}</Container>
    </section>
  );
}
