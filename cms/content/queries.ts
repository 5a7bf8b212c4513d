import { defineQuery } from "groq";

const linkFields = `kind, "page": page->name, anchor`;

const pictureFields = `
  alt{es, en},
  "url": asset->url,
  "width": asset->metadata.dimensions.width,
  "height": asset->metadata.dimensions.height,
  "focus": hotspot{x, y}`;

const actionFields = `_key, label{es, en}, tone, link{${linkFields}}`;

const featureFields = `_key, title{es, en}, text{es, en}`;

/** A page by its name (`$name`): its metadata and its sections, with links and pictures followed, and the facts they name. */
export const pageQuery = defineQuery(`*[_type == "page" && name == $name][0]{
  name,
  "updatedAt": _updatedAt,
  title{es, en},
  description{es, en},
  "facts": *[_type == "siteSettings" && _id == "siteSettings"][0]{brandName, figures[]{key, value, label{es, en}}},
  sections[]{
    _key,
    _type,
    anchor,
    navigationLabel{es, en},
    title{es, en},
    text{es, en},
    _type == "hero" => {
      "actions": coalesce(actions[]{${actionFields}}, []),
      picture{${pictureFields}}
    },
    _type == "serviceCards" => {
      cards[]{_key, title{es, en}, text{es, en}, picture{${pictureFields}}, link{${linkFields}}}
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
      numbered,
      items[]{${featureFields}}
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
