import { defineQuery } from "groq";

// Whether the section is there is asked here, because only the source sees both pages.
const linkFields = `kind, "page": page->name, anchor, "leads": !defined(anchor) || anchor in page->sections[].anchor`;

const pictureFields = `
  alt{es, en},
  "url": asset->url,
  "width": asset->metadata.dimensions.width,
  "height": asset->metadata.dimensions.height,
  "focus": hotspot{x, y}`;

// Clearing a picture in the Studio leaves its description behind.
const optionalPicture = `"picture": select(defined(picture.asset) => picture{${pictureFields}})`;

const actionFields = `_key, label{es, en}, tone, link{${linkFields}}`;

const featureFields = `_key, title{es, en}, text{es, en}`;

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
    _type == "hero" => {
      "actions": coalesce(actions[]{${actionFields}}, []),
      ${optionalPicture}
    },
    _type == "serviceCards" => {
      cards[]{_key, title{es, en}, text{es, en}, ${optionalPicture}, link{${linkFields}}}
    },
    _type == "statements" => {
      items[]{${featureFields}}
    },
    _type == "pictureText" => {
      picture{${pictureFields}},
      "items": coalesce(items[]{${featureFields}}, [])
    },
    _type == "contactCards" => {
      cards[]{_key, kind, title{es, en}, text{es, en}},
      action{label{es, en}, tone, link{${linkFields}}}
    },
    _type == "figures" => {
      items[]{_key, key, label{es, en}}
    },
    _type == "contactForm" => {
      notice{es, en},
      noticeLabel{es, en},
      noticeLink{${linkFields}}
    },
    _type == "featureGrid" => {
      items[]{${featureFields}}
    },
    _type == "benefits" => {
      items[]{${featureFields}}
    },
    _type == "reasons" => {
      items[]{${featureFields}}
    },
    _type == "steps" => {
      items[]{${featureFields}}
    },
    _type == "highlights" => {
      items[]{${featureFields}}
    },
    _type == "plans" => {
      plans[]{
        _key,
        name{es, en},
        text{es, en},
        response,
        features[]{_key, "text": {"es": es, "en": en}},
        "popular": coalesce(popular, false),
        button{es, en}
      },
      popularLabel{es, en},
      contactSection
    },
    _type == "badges" => {
      items[]{_key, "name": {"es": es, "en": en}}
    },
    _type == "gallery" => {
      items[]{_key, picture{${pictureFields}}, caption{es, en}}
    },
    _type == "callToAction" => {
      actions[]{${actionFields}}
    }
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
