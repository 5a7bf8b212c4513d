import type { Language } from "../content/site.ts";
import { page } from "./documents/page.ts";
import { redirect } from "./documents/redirect.ts";
import { siteSettings } from "./documents/site-settings.ts";
import { action } from "./fields/action.ts";
import { feature } from "./fields/feature.ts";
import { figure } from "./fields/figure.ts";
import { link } from "./fields/link.ts";
import { localeString, localeText } from "./fields/locale.ts";
import { picture } from "./fields/picture.ts";
import { type Explained, sayIn } from "./say.ts";
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

/** Everything an editor can write: the documents, the sections of a page, and the fields they share. */
export function schemaTypes(language: Language) {
  const say = sayIn(language);
  return [
    page(say),
    siteSettings(say),
    redirect(say),
    hero(say),
    serviceCards(say),
    statements(say),
    pictureText(say),
    contactCards(say),
    figures(say),
    contactForm(say),
    featureGrid(say),
    benefits(say),
    reasons(say),
    steps(say),
    plans(say),
    badges(say),
    highlights(say),
    gallery(say),
    callToAction(say),
    action(say),
    feature(say),
    figure(say),
    link(say),
    localeString(say),
    localeText(say),
    picture(say),
  ] satisfies Explained[];
}
