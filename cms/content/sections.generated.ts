// Made by `npm run typegen`; not to be edited.
import { actionFields, featureFields, linkFields, pictureFields, priceFields } from "./fragments.ts";

/** What a query reads of each kind of section beside what every section has. */
export const sectionFields = `
    _type == "hero" => {
      "actions": coalesce(actions[]{_key, ${actionFields}}, []),
      "picture": select(defined(picture.asset) => picture{${pictureFields}})
    },
    _type == "serviceCards" => {
      cards[]{_key, title{es, en}, text{es, en}, "picture": select(defined(picture.asset) => picture{${pictureFields}}), link{${linkFields}}}
    },
    _type == "statements" => {
      items[]{_key, ${featureFields}},
      drawing
    },
    _type == "pictureText" => {
      picture{${pictureFields}},
      "items": coalesce(items[]{_key, ${featureFields}}, [])
    },
    _type == "drawing" => {
      drawing
    },
    _type == "contactCards" => {
      cards[]{_key, kind, title{es, en}, text{es, en}},
      action{${actionFields}}
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
      items[]{_key, ${featureFields}}
    },
    _type == "benefits" => {
      items[]{_key, ${featureFields}},
      drawing
    },
    _type == "reasons" => {
      items[]{_key, ${featureFields}}
    },
    _type == "cases" => {
      "items": coalesce(items[]{_key, value, label{es, en}, client{es, en}, problem{es, en}, done{es, en}, "picture": select(defined(picture.asset) => picture{${pictureFields}})}, [])
    },
    _type == "testimonials" => {
      "items": coalesce(items[]{_key, quote{es, en}, name, role{es, en}, company}, [])
    },
    _type == "people" => {
      "items": coalesce(items[]{_key, name, role{es, en}, text{es, en}, "picture": select(defined(picture.asset) => picture{${pictureFields}})}, [])
    },
    _type == "questions" => {
      "items": coalesce(items[]{_key, question{es, en}, answer{es, en}}, [])
    },
    _type == "screen" => {
      "screens": coalesce(screens[]{_key, language, picture{${pictureFields}}, "phone": select(defined(phone.asset) => phone{${pictureFields}})}, []),
      caption{es, en},
      "items": coalesce(items[]{_key, ${featureFields}}, [])
    },
    _type == "steps" => {
      items[]{_key, ${featureFields}},
      drawing
    },
    _type == "plans" => {
      plans[]{_key, name{es, en}, text{es, en}, price{${priceFields}}, response, features[]{_key, "text": {"es": es, "en": en}}, "popular": coalesce(popular, false), button{es, en}},
      popularLabel{es, en},
      contactSection
    },
    _type == "badges" => {
      items[]{_key, "name": {"es": es, "en": en}}
    },
    _type == "highlights" => {
      items[]{_key, title{es, en}, text{es, en}}
    },
    _type == "gallery" => {
      items[]{_key, picture{${pictureFields}}, caption{es, en}}
    },
    _type == "callToAction" => {
      actions[]{_key, ${actionFields}},
      "light": coalesce(light, false)
    }`;
