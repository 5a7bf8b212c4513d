import { type ComponentType, lazy } from "react";
import type { LocalizedSection, SectionType } from "#cms/content/types.ts";
import { Badges } from "./badges.tsx";
import { Benefits } from "./benefits.tsx";
import { CallToAction } from "./call-to-action.tsx";
import { ContactCards } from "./contact-cards.tsx";
import { Drawing } from "./drawing.tsx";
import { FeatureGrid } from "./feature-grid.tsx";
import { Figures } from "./figures.tsx";
import { Gallery } from "./gallery.tsx";
import { Hero } from "./hero.tsx";
import { Highlights } from "./highlights.tsx";
import { PictureText } from "./picture-text.tsx";
import { Plans } from "./plans.tsx";
import { Questions } from "./questions.tsx";
import { Reasons } from "./reasons.tsx";
import type { SectionProps } from "./section.tsx";
import { ServiceCards } from "./service-cards.tsx";
import { Statements } from "./statements.tsx";
import { Steps } from "./steps.tsx";
import type { SurfaceRule } from "./surfaces.ts";

/** Maps every section type of the CMS to its renderer. A type without one does not compile. */
export const registry: { [Type in SectionType]: ComponentType<SectionProps<Type>> } = {
  hero: Hero,
  serviceCards: ServiceCards,
  statements: Statements,
  pictureText: PictureText,
  drawing: Drawing,
  contactCards: ContactCards,
  figures: Figures,
  // The form imports the API client and toasts, so only the pages that show it load them.
  contactForm: lazy(() => import("./contact-form.tsx")),
  featureGrid: FeatureGrid,
  benefits: Benefits,
  reasons: Reasons,
  steps: Steps,
  plans: Plans,
  badges: Badges,
  highlights: Highlights,
  gallery: Gallery,
  // Sections of proof load only on the pages that have them.
  cases: lazy(() => import("./cases.tsx")),
  testimonials: lazy(() => import("./testimonials.tsx")),
  people: lazy(() => import("./people.tsx")),
  questions: Questions,
  coverage: lazy(() => import("./coverage.tsx")),
  screen: lazy(() => import("./screen.tsx")),
  callToAction: CallToAction,
};

const surfaceRules: { [Type in SectionType]?: SurfaceRule } = {
  hero: "opening",
  pictureText: "first-ink",
  highlights: "ink",
  callToAction: "ink",
};

/**
 * Returns the rule by which a page chooses the background of a section. A call to action is dark (`ink`) unless editors
 * make it light; most other types alternate between plain and tinted.
 */
export const getSurfaceRule = (section: LocalizedSection): SurfaceRule =>
  section._type === "callToAction" && section.light
    ? "alternating"
    : (surfaceRules[section._type] ?? "alternating");
