import { page } from "./documents/page.ts";
import { siteSettings } from "./documents/site-settings.ts";
import { action } from "./fields/action.ts";
import { feature } from "./fields/feature.ts";
import { figure } from "./fields/figure.ts";
import { link } from "./fields/link.ts";
import { localeString } from "./fields/locale-string.ts";
import { localeText } from "./fields/locale-text.ts";
import { picture } from "./fields/picture.ts";
import { callToAction } from "./sections/call-to-action.ts";
import { contactCards } from "./sections/contact-cards.ts";
import { contactForm } from "./sections/contact-form.ts";
import { featureGrid } from "./sections/feature-grid.ts";
import { figures } from "./sections/figures.ts";
import { hero } from "./sections/hero.ts";
import { pictureText } from "./sections/picture-text.ts";
import { serviceCards } from "./sections/service-cards.ts";
import { statements } from "./sections/statements.ts";

/** Everything an editor can write: the documents, the sections of a page, and the fields they share. */
export const schemaTypes = [
  page,
  siteSettings,
  hero,
  serviceCards,
  statements,
  pictureText,
  contactCards,
  figures,
  contactForm,
  featureGrid,
  callToAction,
  action,
  feature,
  figure,
  link,
  localeString,
  localeText,
  picture,
];
