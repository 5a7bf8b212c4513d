import type { ComponentType } from "react";
import type { SectionType } from "#cms/content/types.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { getSurfaceRule, registry } from "./registry.ts";
import type { SectionProps } from "./section.tsx";
import { toSurfaces } from "./surfaces.ts";

/**
 * Renders the sections of the page, from top to bottom. Each gets its surface, the number of `earlier` sections of its
 * type, by which sides alternate, and whether it `opens` the page.
 */
export function Sections() {
  const sections = useCopy().page?.sections ?? [];
  const surfaces = toSurfaces(
    sections.map((section) => ({ _type: section._type, rule: getSurfaceRule(section) })),
  );
  return sections.map((section, index) => {
    // The registry pairs each type with its own props; that pairing is lost on a union.
    const Renderer = registry[section._type] as ComponentType<SectionProps<SectionType>>;
    const earlier = sections.slice(0, index).filter(({ _type }) => _type === section._type).length;
    return (
      <Renderer
        key={section._key}
        section={section}
        surface={surfaces[index] ?? "plain"}
        earlier={earlier}
        opens={index === 0}
      />
    );
  });
}
