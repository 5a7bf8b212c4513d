import { defineQuery } from "groq";
import { hoursFields, pageEntryFields, pictureFields, priceFields } from "./fragments.ts";
import { sectionFields } from "./sections.generated.ts";

/** Reads the page `$name`: metadata, sections with links and pictures resolved, and the company's facts. */
export const pageQuery = defineQuery(`*[_type == "page" && coalesce(name, _id) == $name][0]{
  "name": coalesce(name, _id),
  address{es, en},
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
  "facts": *[_type == "siteSettings" && _id == "siteSettings"][0]{brandName, email, "figures": coalesce(figures[]{key, value, label{es, en}}, []), ${hoursFields}, response{es, en}},
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

/** Reads the company details: name, contacts and figures. */
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
  "figures": coalesce(figures[]{key, value, label{es, en}}, []),
  ${hoursFields},
  footer{es, en},
  sharePicture{${pictureFields}}
}`);

/** Reads the entries of the menu and the footer, in order. */
export const navigationQuery = defineQuery(`*[_type == "navigation" && _id == "navigation"][0]{
  "menu": coalesce(menu[]{
    _key,
    _type,
    _type == "menuLink" => {page->{${pageEntryFields}}},
    _type == "menuGroup" => {title{es, en}, pages[]->{${pageEntryFields}}}
  }, []),
  footerTitle{es, en},
  "footerPages": coalesce(footerPages[]->{${pageEntryFields}}, []),
  "endPages": coalesce(endPages[]->{${pageEntryFields}}, [])
}`);

/** Reads the redirects with their target page and language, and the current and former addresses of all pages. */
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

/** Reads the revisions of the published documents, and the pages with the time of their last change and address. */
export const publishedQuery = defineQuery(`{
  "documents": *[_type in ["navigation", "page", "redirect", "siteSettings"]] | order(_id asc){_id, _rev},
  "pages": *[_type == "page"] | order(_createdAt asc, _id asc){"name": coalesce(name, _id), "updatedAt": _updatedAt, address{es, en}}
}`);

/** Reads the id of the picture whose content hash starts with `$hash`, and the documents that show it. */
export const pictureQuery =
  defineQuery(`*[_type == "sanity.imageAsset" && string::startsWith(_id, "image-" + $hash)][0]{
  _id,
  "documents": *[_type in ["page", "siteSettings"] && references(^._id)]
}`);
