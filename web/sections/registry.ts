import { type ComponentType, lazy } from "react";
import type { SectionType } from "#cms/content/types.ts";
import { CallToAction } from "./call-to-action.tsx";
import { ContactCards } from "./contact-cards.tsx";
import { FeatureGrid } from "./feature-grid.tsx";
import { Figures } from "./figures.tsx";
import { Hero } from "./hero.tsx";
import { PictureText } from "./picture-text.tsx";
import type { SectionProps } from "./section-props.ts";
import { ServiceCards } from "./service-cards.tsx";
import { Statements } from "./statements.tsx";

/** The renderer of every section type that the CMS has. A type without one does not compile. */
export const registry: { [Type in SectionType]: ComponentType<SectionProps<Type>> } = {
  hero: Hero,
  serviceCards: ServiceCards,
  statements: Statements,
  pictureText: PictureText,
  contactCards: ContactCards,
  figures: Figures,
  // The form brings the API client and toasts with it; only the pages that show it load them.
  contactForm: lazy(() => import("./contact-form.tsx")),
  featureGrid: FeatureGrid,
  callToAction: CallToAction,
};
