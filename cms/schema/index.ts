import { createSchema } from "sanity";
import { withLanguageStates } from "../languages/state.ts";
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
import { createLabelFn, type LabelledType, type StudioLanguage } from "./labels.ts";
import { sections } from "./sections.generated.ts";

/** Returns all types of the schema: documents, section types and shared field types. */
export function schemaTypes(language: StudioLanguage) {
  const say = createLabelFn(language);
  const sectionTypes = sections.map((section) => section(say)).toSorted((a, b) => a.position - b.position);
  const types = [
    page(say, sectionTypes),
    siteSettings(say),
    navigation(say),
    redirect(say),
    ...sectionTypes,
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
  ] satisfies LabelledType[];
  return withLanguageStates(types, say);
}

/** Returns the compiled schema with labels in `language`. */
export const compiledSchema = (language: StudioLanguage) =>
  createSchema({ name: "default", types: schemaTypes(language) });
