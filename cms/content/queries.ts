import { defineQuery } from "groq";
import { pictureFields } from "./fragments.ts";
import { sectionFields } from "./sections.generated.ts";

/** A page by its name (`$name`): its metadata and its sections, with links and pictures followed, and the facts they name. */
export const pageQuery = defineQuery(`*[_type == "page" && name == $name][0]{
  name,
  "updatedAt": _updatedAt,
  title{es, en},
  description{es, en},
  "facts": *[_type == "siteSettings" && _id == "siteSettings"][0]{brandName, email, figures[]{key, value, label{es, en}}},
  sections[]{
    _key,
    _type,
    anchor,
    navigationLabel{es, en},
    title{es, en},
    text{es, en},
    ${sectionFields}
  }
}`);

/** The company's facts: name, contacts and figures. */
export const settingsQuery = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  brandName,
  tagline{es, en},
  email,
  phone,
  phoneDisplay,
  whatsapp,
  whatsappDisplay,
  instagram,
  place{es, en},
  figures[]{key, value, label{es, en}},
  footer{es, en},
  sharePicture{${pictureFields}}
}`);

/** Old addresses of the site, and the page and language that each leads to. */
export const redirectsQuery = defineQuery(`*[_type == "redirect"] | order(from asc){
  from,
  "page": to->name,
  language
}`);

/** Which revision of each document the site is made of is published, and when each page was changed. */
export const publishedQuery = defineQuery(`{
  "documents": *[_type in ["page", "redirect", "siteSettings"]] | order(_id asc){_id, _rev},
  "pages": *[_type == "page"] | order(name asc){name, "updatedAt": _updatedAt}
}`);

/** The picture whose content hash begins with `$hash`. */
export const pictureQuery =
  defineQuery(`*[_type == "sanity.imageAsset" && string::startsWith(_id, "image-" + $hash)][0]{
  url,
  "width": metadata.dimensions.width
}`);
