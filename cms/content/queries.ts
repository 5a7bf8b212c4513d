import { defineQuery } from "groq";
import { hoursFields, pageEntryFields, pictureFields, priceFields } from "./fragments.ts";
import { sectionFields } from "./sections.generated.ts";

/** A page by its name (`$name`): its metadata and its sections, with links and pictures followed, and the facts they name. */
export const pageQuery = defineQuery(`*[_type == "page" && coalesce(name, _id) == $name][0]{
  "name": coalesce(name, _id),
  address{es, en},
  "sameAddress": *[_type == "page" && _id != ^._id && (address.es == ^.address.es || address.en == ^.address.en)][0]._id,
  label{es, en},
  "isService": coalesce(isService, false),
  price{${priceFields}},
  priceIncludes{es, en},
  "updatedAt": _updatedAt,
  title{es, en},
  description{es, en},
  "plans": select("contactForm" in sections[]._type => *[_type == "page" && "plans" in sections[]._type] | order(_id asc){
    "service": coalesce(name, _id),
    "names": sections[_type == "plans"].plans[].name{es, en}
  }, []),
  "facts": *[_type == "siteSettings" && _id == "siteSettings"][0]{brandName, email, figures[]{key, value, label{es, en}}, ${hoursFields}, response{es, en}},
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
  ${hoursFields},
  footer{es, en},
  sharePicture{${pictureFields}}
}`);

/** What the menu and the end of every page lead to, in order. */
export const navigationQuery = defineQuery(`*[_type == "navigation" && _id == "navigation"][0]{
  menu[]{
    _key,
    _type,
    _type == "menuLink" => {page->{${pageEntryFields}}},
    _type == "menuGroup" => {title{es, en}, pages[]->{${pageEntryFields}}}
  },
  footerTitle{es, en},
  footerPages[]->{${pageEntryFields}},
  "endPages": coalesce(endPages[]->{${pageEntryFields}}, [])
}`);

/** Old addresses of the site with the page and language that each leads to, and where the pages are and were. */
export const redirectsQuery = defineQuery(`{
  "documents": *[_type == "redirect"] | order(from asc){
    from,
    "page": coalesce(to->name, to->_id),
    "address": to->address{es, en},
    language
  },
  "pages": *[_type == "page" && defined(address)] | order(_id asc){
    "name": coalesce(name, _id),
    address{es, en},
    "former": coalesce(address.former, [])
  }
}`);

/** Which revision of each document the site is made of is published, and the pages: when each was changed, and where it is. */
export const publishedQuery = defineQuery(`{
  "documents": *[_type in ["navigation", "page", "redirect", "siteSettings"]] | order(_id asc){_id, _rev},
  "pages": *[_type == "page"] | order(_id asc){"name": coalesce(name, _id), "updatedAt": _updatedAt, address{es, en}}
}`);

/** The id of the picture whose content hash begins with `$hash`. */
export const pictureQuery = defineQuery(
  `*[_type == "sanity.imageAsset" && string::startsWith(_id, "image-" + $hash)][0]._id`,
);
