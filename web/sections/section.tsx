import type { ReactNode } from "react";
import { Container } from "#web/ui/layout.tsx";
import { surface as surfaces } from "#web/ui/surface.css.ts";
import * as css from "./section.css.ts";
import type { Surface } from "./surfaces.ts";

type SectionProps = { anchor: string | null; surface: Surface; children: ReactNode };

/** A section on its surface, with its anchor as its id. */
export function Section({ anchor, surface, children }: SectionProps) {
  return (
    <section
      className={`${css.section} ${surfaces[surface]}`}
      data-surface={surface}
      id={anchor ?? undefined}
    >
      <Container>{children}</Container>
    </section>
  );
}
