// Made by `npm run typegen`; not to be edited.
import { badges } from "./sections/badges.ts";
import { benefits } from "./sections/benefits.ts";
import { callToAction } from "./sections/call-to-action.ts";
import { cases } from "./sections/cases.ts";
import { contactCards } from "./sections/contact-cards.ts";
import { contactForm } from "./sections/contact-form.ts";
import { coverage } from "./sections/coverage.ts";
import { drawing } from "./sections/drawing.ts";
import { featureGrid } from "./sections/feature-grid.ts";
import { figures } from "./sections/figures.ts";
import { gallery } from "./sections/gallery.ts";
import { hero } from "./sections/hero.ts";
import { highlights } from "./sections/highlights.ts";
import { people } from "./sections/people.ts";
import { pictureText } from "./sections/picture-text.ts";
import { plans } from "./sections/plans.ts";
import { questions } from "./sections/questions.ts";
import { reasons } from "./sections/reasons.ts";
import { screen } from "./sections/screen.ts";
import { serviceCards } from "./sections/service-cards.ts";
import { statements } from "./sections/statements.ts";
import { steps } from "./sections/steps.ts";
import { testimonials } from "./sections/testimonials.ts";

/** Every kind of section, each made from a file of its own name. */
export const sections = [
  badges,
  benefits,
  callToAction,
  cases,
  contactCards,
  contactForm,
  coverage,
  drawing,
  featureGrid,
  figures,
  gallery,
  hero,
  highlights,
  people,
  pictureText,
  plans,
  questions,
  reasons,
  screen,
  serviceCards,
  statements,
  steps,
  testimonials,
];
