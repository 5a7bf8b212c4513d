// Made by `npm run typegen`; not to be edited.
import { badges } from "./sections/badges.ts";
import { benefits } from "./sections/benefits.ts";
import { callToAction } from "./sections/call-to-action.ts";
import { contactCards } from "./sections/contact-cards.ts";
import { contactForm } from "./sections/contact-form.ts";
import { featureGrid } from "./sections/feature-grid.ts";
import { figures } from "./sections/figures.ts";
import { gallery } from "./sections/gallery.ts";
import { hero } from "./sections/hero.ts";
import { highlights } from "./sections/highlights.ts";
import { pictureText } from "./sections/picture-text.ts";
import { plans } from "./sections/plans.ts";
import { reasons } from "./sections/reasons.ts";
import { serviceCards } from "./sections/service-cards.ts";
import { statements } from "./sections/statements.ts";
import { steps } from "./sections/steps.ts";

/** Every kind of section, each made from a file of its own name. */
export const sections = [
  badges,
  benefits,
  callToAction,
  contactCards,
  contactForm,
  featureGrid,
  figures,
  gallery,
  hero,
  highlights,
  pictureText,
  plans,
  reasons,
  serviceCards,
  statements,
  steps,
];
