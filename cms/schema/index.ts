import { createSchema } from "sanity";
import { withLanguageStates } from "../languages/display.ts";
import { menuGroup, menuLink, navigation } from "./documents/navigation.ts";
import { page } from "./documents/page.ts";
import { redirect } from "./documents/redirect.ts";
import { siteSettings } from "./documents/site-settings.ts";
import { action } from "./fields/action.ts";
import { feature } from "./fields/feature.ts";
import { figure } from "./fields/figure.ts";
import { link } from "./fields/link.ts";
import { localeString, localeText } from "./fields/locale.ts";
import { openingHours } from "./fields/opening-hours.ts";
import { pageAddress } from "./fields/page-address.ts";
import { picture } from "./fields/picture.ts";
import { price } from "./fields/price.ts";
import { type Explained, type StudioLanguage, sayIn } from "./say.ts";
import { sections } from "./sections.generated.ts";

/** Returns all types of the schema: documents, section types and shared field types. */
export function schemaTypes(language: StudioLanguage) {
  const say = sayIn(language);
  const kinds = sections
    .map((section) => section(say))
    .toSorted((one, other) => one.position - other.position);
  const types = [
    page(say, kinds),
    siteSettings(say),
    navigation(say),
    redirect(say),
    ...kinds,
    action(say),
    feature(say),
    figure(say),
    link(say),
    localeString(say),
    localeText(say),
    menuGroup(say),
    menuLink(say),
    openingHours(say),
    pageAddress(say),
    picture(say),
    price(say),
  ] satisfies Explained[];
  return withLanguageStates(types, say);
}

/** Returns the compiled schema with labels in `language`. */
export const compiledSchema = (language: StudioLanguage) =>
  createSchema({ name: "default", types: schemaTypes(language) });
