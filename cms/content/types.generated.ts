// Made by `npm run typegen`; not to be edited.
export declare const internalGroqTypeReferenceTo: unique symbol;

export type Follower = {
  language?: string;
  of?: string;
};

export type DescriptionFollower = {
  language?: string;
  of?: string;
};

export type Replaced = {
  asset?: string;
  es?: string;
  en?: string;
};

export type Price = {
  _type: "price";
  amount: number;
  currency: "CRC" | "USD";
  per: "month" | "once";
};

export type SanityImageAssetReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "sanity.imageAsset";
};

export type Picture = {
  _type: "picture";
  asset?: SanityImageAssetReference;
  media?: unknown;
  hotspot?: SanityImageHotspot;
  crop?: SanityImageCrop;
  alt: LocaleText;
  dark?: {
    asset?: SanityImageAssetReference;
    media?: unknown;
    hotspot?: SanityImageHotspot;
    crop?: SanityImageCrop;
    _type: "image";
  };
  replaced?: Replaced;
};

export type PageAddress = {
  _type: "pageAddress";
  es: string;
  en: string;
  former?: Array<string>;
};

export type OpeningHours = {
  _type: "openingHours";
  days: Array<string>;
  opens: string;
  closes: string;
};

export type PageReference = {
  _ref: string;
  _type: "reference";
  _weak?: boolean;
  [internalGroqTypeReferenceTo]?: "page";
};

export type MenuLink = {
  _type: "menuLink";
  page: PageReference;
};

export type MenuGroup = {
  _type: "menuGroup";
  title: LocaleString;
  pages: Array<{
    _key: string;
  } & PageReference>;
};

export type LocaleText = {
  _type: "localeText";
  es: string;
  en: string;
  follower?: DescriptionFollower;
};

export type LocaleString = {
  _type: "localeString";
  es: string;
  en: string;
  follower?: Follower;
};

export type Link = {
  _type: "link";
  kind: "page" | "mail" | "tel" | "whatsapp" | "instagram";
  page?: PageReference;
  anchor?: string;
};

export type Figure = {
  _type: "figure";
  key: string;
  value: string;
  label: LocaleString;
  source: string;
  asOf: string;
};

export type Feature = {
  _type: "feature";
  title: LocaleString;
  text?: LocaleText;
};

export type Action = {
  _type: "action";
  label: LocaleString;
  link: Link;
  meeting?: boolean;
  tone: "accent" | "quiet";
};

export type CallToAction = {
  _type: "callToAction";
  title: LocaleString;
  text?: LocaleText;
  actions: Array<{
    _key: string;
  } & Action>;
  light?: boolean;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Gallery = {
  _type: "gallery";
  title: LocaleString;
  text?: LocaleText;
  items: Array<{
    picture: Picture;
    caption: LocaleString;
    _type: "galleryPicture";
    _key: string;
  }>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Highlights = {
  _type: "highlights";
  title: LocaleString;
  text?: LocaleText;
  items: Array<{
    title: LocaleString;
    text: LocaleText;
    _type: "highlight";
    _key: string;
  }>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Badges = {
  _type: "badges";
  title: LocaleString;
  text?: LocaleText;
  items: Array<{
    _key: string;
  } & LocaleString>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Plans = {
  _type: "plans";
  title: LocaleString;
  text?: LocaleText;
  plans: Array<{
    name: LocaleString;
    text: LocaleText;
    price?: Price;
    response: string;
    features: Array<{
      _key: string;
    } & LocaleString>;
    popular?: boolean;
    button: LocaleString;
    _type: "plan";
    _key: string;
  }>;
  popularLabel: LocaleString;
  contactSection: string;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Steps = {
  _type: "steps";
  title: LocaleString;
  text?: LocaleText;
  items: Array<{
    _key: string;
  } & Feature>;
  drawing?: "floor-plan" | "month" | "page-layers" | "repair" | "results" | "reviews";
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Screen = {
  _type: "screen";
  title: LocaleString;
  text?: LocaleText;
  screens?: Array<{
    language: "es" | "en";
    picture: Picture;
    phone?: Picture;
    _type: "screenshot";
    _key: string;
  }>;
  caption?: LocaleString;
  items?: Array<{
    _key: string;
  } & Feature>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Questions = {
  _type: "questions";
  title: LocaleString;
  text?: LocaleText;
  items?: Array<{
    question: LocaleString;
    answer: LocaleText;
    _type: "question";
    _key: string;
  }>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type People = {
  _type: "people";
  title: LocaleString;
  text?: LocaleText;
  items?: Array<{
    name: string;
    role: LocaleString;
    text?: LocaleText;
    picture?: Picture;
    _type: "person";
    _key: string;
  }>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Testimonials = {
  _type: "testimonials";
  title: LocaleString;
  text?: LocaleText;
  items?: Array<{
    quote: LocaleText;
    name: string;
    role?: LocaleString;
    company: string;
    source: string;
    _type: "testimonial";
    _key: string;
  }>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Cases = {
  _type: "cases";
  title: LocaleString;
  text?: LocaleText;
  items?: Array<{
    value: string;
    label: LocaleString;
    client: LocaleString;
    problem: LocaleText;
    done: LocaleText;
    picture?: Picture;
    source: string;
    _type: "case";
    _key: string;
  }>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Reasons = {
  _type: "reasons";
  title: LocaleString;
  text?: LocaleText;
  items: Array<{
    _key: string;
  } & Feature>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Benefits = {
  _type: "benefits";
  title: LocaleString;
  text?: LocaleText;
  items: Array<{
    _key: string;
  } & Feature>;
  drawing?: "floor-plan" | "month" | "page-layers" | "repair" | "results" | "reviews";
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type FeatureGrid = {
  _type: "featureGrid";
  title: LocaleString;
  text?: LocaleText;
  items: Array<{
    _key: string;
  } & Feature>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Coverage = {
  _type: "coverage";
  title: LocaleString;
  text?: LocaleText;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type ContactForm = {
  _type: "contactForm";
  title: LocaleString;
  text?: LocaleText;
  notice: LocaleText;
  noticeLabel: LocaleString;
  noticeLink: Link;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Figures = {
  _type: "figures";
  title: LocaleString;
  text?: LocaleText;
  items: Array<{
    key: string;
    label?: LocaleString;
    _type: "figureMention";
    _key: string;
  }>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type ContactCards = {
  _type: "contactCards";
  title: LocaleString;
  text?: LocaleText;
  cards: Array<{
    kind: "mail" | "tel" | "whatsapp" | "instagram";
    title: LocaleString;
    text: LocaleText;
    _type: "contactCard";
    _key: string;
  }>;
  action?: Action;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Drawing = {
  _type: "drawing";
  title: LocaleString;
  text?: LocaleText;
  drawing: "floor-plan" | "month" | "page-layers" | "repair" | "results" | "reviews";
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type PictureText = {
  _type: "pictureText";
  title: LocaleString;
  text?: LocaleText;
  picture: Picture;
  items?: Array<{
    _key: string;
  } & Feature>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Statements = {
  _type: "statements";
  title: LocaleString;
  text?: LocaleText;
  items: Array<{
    _key: string;
  } & Feature>;
  drawing?: "floor-plan" | "month" | "page-layers" | "repair" | "results" | "reviews";
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type ServiceCards = {
  _type: "serviceCards";
  title: LocaleString;
  text?: LocaleText;
  cards: Array<{
    title: LocaleString;
    text: LocaleText;
    picture?: Picture;
    link: Link;
    _type: "serviceCard";
    _key: string;
  }>;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Hero = {
  _type: "hero";
  title: LocaleString;
  text?: LocaleText;
  actions?: Array<{
    _key: string;
  } & Action>;
  picture?: Picture;
  anchor?: string;
  navigationLabel?: LocaleString;
};

export type Redirect = {
  _id: string;
  _type: "redirect";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  from: string;
  to: PageReference;
  language: "es" | "en";
};

export type Navigation = {
  _id: string;
  _type: "navigation";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  menu: Array<{
    _key: string;
  } & MenuLink | {
    _key: string;
  } & MenuGroup>;
  footerTitle: LocaleString;
  footerPages: Array<{
    _key: string;
  } & PageReference>;
  endPages?: Array<{
    _key: string;
  } & PageReference>;
};

export type SiteSettings = {
  _id: string;
  _type: "siteSettings";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  brandName: string;
  tagline: LocaleString;
  email: string;
  phone: string;
  phoneDisplay: string;
  whatsapp: string;
  whatsappDisplay: string;
  instagram: string;
  place: LocaleString;
  figures: Array<{
    _key: string;
  } & Figure>;
  response?: LocaleText;
  hours?: Array<{
    _key: string;
  } & OpeningHours>;
  cantons?: Array<string>;
  footer: LocaleText;
  sharePicture: Picture;
};

export type Page = {
  _id: string;
  _type: "page";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  name?: "home" | "reputation" | "web-development" | "technical-support" | "digital-marketing" | "seo-consulting" | "cctv" | "contact" | "privacy";
  title: LocaleString;
  address?: PageAddress;
  description: LocaleText;
  label?: LocaleString;
  isService?: boolean;
  price?: Price;
  priceIncludes?: LocaleString;
  sections: Array<{
    _key: string;
  } & Hero | {
    _key: string;
  } & ServiceCards | {
    _key: string;
  } & Statements | {
    _key: string;
  } & PictureText | {
    _key: string;
  } & Drawing | {
    _key: string;
  } & ContactCards | {
    _key: string;
  } & Figures | {
    _key: string;
  } & ContactForm | {
    _key: string;
  } & Coverage | {
    _key: string;
  } & FeatureGrid | {
    _key: string;
  } & Benefits | {
    _key: string;
  } & Reasons | {
    _key: string;
  } & Cases | {
    _key: string;
  } & Testimonials | {
    _key: string;
  } & People | {
    _key: string;
  } & Questions | {
    _key: string;
  } & Screen | {
    _key: string;
  } & Steps | {
    _key: string;
  } & Plans | {
    _key: string;
  } & Badges | {
    _key: string;
  } & Highlights | {
    _key: string;
  } & Gallery | {
    _key: string;
  } & CallToAction>;
};

export type SanityImageCrop = {
  _type: "sanity.imageCrop";
  top: number;
  bottom: number;
  left: number;
  right: number;
};

export type SanityImageHotspot = {
  _type: "sanity.imageHotspot";
  x: number;
  y: number;
  height: number;
  width: number;
};

export type SanityImagePaletteSwatch = {
  _type: "sanity.imagePaletteSwatch";
  background?: string;
  foreground?: string;
  population?: number;
  title?: string;
};

export type SanityImagePalette = {
  _type: "sanity.imagePalette";
  darkMuted?: SanityImagePaletteSwatch;
  lightVibrant?: SanityImagePaletteSwatch;
  darkVibrant?: SanityImagePaletteSwatch;
  vibrant?: SanityImagePaletteSwatch;
  dominant?: SanityImagePaletteSwatch;
  lightMuted?: SanityImagePaletteSwatch;
  muted?: SanityImagePaletteSwatch;
};

export type SanityImageDimensions = {
  _type: "sanity.imageDimensions";
  height: number;
  width: number;
  aspectRatio: number;
};

export type SanityImageMetadata = {
  _type: "sanity.imageMetadata";
  location?: Geopoint;
  dimensions?: SanityImageDimensions;
  palette?: SanityImagePalette;
  lqip?: string;
  blurHash?: string;
  thumbHash?: string;
  hasAlpha?: boolean;
  isOpaque?: boolean;
};

export type SanityFileAsset = {
  _id: string;
  _type: "sanity.fileAsset";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  originalFilename?: string;
  label?: string;
  title?: string;
  description?: string;
  altText?: string;
  sha1hash: string;
  extension: string;
  mimeType: string;
  size: number;
  assetId: string;
  uploadId?: string;
  path: string;
  url: string;
  source?: SanityAssetSourceData;
};

export type SanityAssetSourceData = {
  _type: "sanity.assetSourceData";
  name?: string;
  id?: string;
  url?: string;
};

export type SanityImageAsset = {
  _id: string;
  _type: "sanity.imageAsset";
  _createdAt: string;
  _updatedAt: string;
  _rev: string;
  originalFilename?: string;
  label?: string;
  title?: string;
  description?: string;
  altText?: string;
  sha1hash: string;
  extension: string;
  mimeType: string;
  size: number;
  assetId: string;
  uploadId?: string;
  path: string;
  url: string;
  metadata?: SanityImageMetadata;
  source?: SanityAssetSourceData;
};

export type Geopoint = {
  _type: "geopoint";
  lat?: number;
  lng?: number;
  alt?: number;
};

export type Slug = {
  _type: "slug";
  current: string;
  source?: string;
};

export type AllSanitySchemaTypes = Follower | DescriptionFollower | Replaced | Price | SanityImageAssetReference | Picture | PageAddress | OpeningHours | PageReference | MenuLink | MenuGroup | LocaleText | LocaleString | Link | Figure | Feature | Action | CallToAction | Gallery | Highlights | Badges | Plans | Steps | Screen | Questions | People | Testimonials | Cases | Reasons | Benefits | FeatureGrid | Coverage | ContactForm | Figures | ContactCards | Drawing | PictureText | Statements | ServiceCards | Hero | Redirect | Navigation | SiteSettings | Page | SanityImageCrop | SanityImageHotspot | SanityImagePaletteSwatch | SanityImagePalette | SanityImageDimensions | SanityImageMetadata | SanityFileAsset | SanityAssetSourceData | SanityImageAsset | Geopoint | Slug;

// Source: content/queries.ts
// Variable: pageQuery
// Query: *[_type == "page" && coalesce(name, _id) == $name][0]{  "name": coalesce(name, _id),  address{es, en},  "sameAddress": *[_type == "page" && _id != ^._id && (address.es == ^.address.es || address.en == ^.address.en)][0]._id,  label{es, en},  "isService": coalesce(isService, false),  price{amount, currency, per},  priceIncludes{es, en},  "updatedAt": _updatedAt,  title{es, en},  description{es, en},  "plans": select("contactForm" in sections[]._type => *[_type == "page" && "plans" in sections[]._type] | order(_id asc){    "service": coalesce(name, _id),    "names": sections[_type == "plans"].plans[].name{es, en}  }, []),  "facts": *[_type == "siteSettings" && _id == "siteSettings"][0]{brandName, email, figures[]{key, value, label{es, en}}, "hours": coalesce(hours[]{_key, days, opens, closes}, []), "cantons": coalesce(cantons, []), response{es, en}},  sections[]{    _key,    _type,    anchor,    navigationLabel{es, en},    title{es, en},    text{es, en},        _type == "hero" => {      "actions": coalesce(actions[]{_key, label{es, en}, tone, "meeting": coalesce(meeting, false), link{kind, "page": coalesce(page->name, page->_id), "address": page->address{es, en}, anchor, "leads": !defined(anchor) || anchor in page->sections[].anchor}}, []),      "picture": select(defined(picture.asset) => picture{  alt{es, en},  "url": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height,  "focus": hotspot{x, y},  "dark": dark.asset->{url, "width": metadata.dimensions.width}})    },    _type == "serviceCards" => {      cards[]{_key, title{es, en}, text{es, en}, "picture": select(defined(picture.asset) => picture{  alt{es, en},  "url": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height,  "focus": hotspot{x, y},  "dark": dark.asset->{url, "width": metadata.dimensions.width}}), link{kind, "page": coalesce(page->name, page->_id), "address": page->address{es, en}, anchor, "leads": !defined(anchor) || anchor in page->sections[].anchor}}    },    _type == "statements" => {      items[]{_key, title{es, en}, text{es, en}},      drawing    },    _type == "pictureText" => {      picture{  alt{es, en},  "url": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height,  "focus": hotspot{x, y},  "dark": dark.asset->{url, "width": metadata.dimensions.width}},      "items": coalesce(items[]{_key, title{es, en}, text{es, en}}, [])    },    _type == "drawing" => {      drawing    },    _type == "contactCards" => {      cards[]{_key, kind, title{es, en}, text{es, en}},      action{label{es, en}, tone, "meeting": coalesce(meeting, false), link{kind, "page": coalesce(page->name, page->_id), "address": page->address{es, en}, anchor, "leads": !defined(anchor) || anchor in page->sections[].anchor}}    },    _type == "figures" => {      items[]{_key, key, label{es, en}}    },    _type == "contactForm" => {      notice{es, en},      noticeLabel{es, en},      noticeLink{kind, "page": coalesce(page->name, page->_id), "address": page->address{es, en}, anchor, "leads": !defined(anchor) || anchor in page->sections[].anchor}    },    _type == "featureGrid" => {      items[]{_key, title{es, en}, text{es, en}}    },    _type == "benefits" => {      items[]{_key, title{es, en}, text{es, en}},      drawing    },    _type == "reasons" => {      items[]{_key, title{es, en}, text{es, en}}    },    _type == "cases" => {      "items": coalesce(items[]{_key, value, label{es, en}, client{es, en}, problem{es, en}, done{es, en}, "picture": select(defined(picture.asset) => picture{  alt{es, en},  "url": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height,  "focus": hotspot{x, y},  "dark": dark.asset->{url, "width": metadata.dimensions.width}})}, [])    },    _type == "testimonials" => {      "items": coalesce(items[]{_key, quote{es, en}, name, role{es, en}, company}, [])    },    _type == "people" => {      "items": coalesce(items[]{_key, name, role{es, en}, text{es, en}, "picture": select(defined(picture.asset) => picture{  alt{es, en},  "url": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height,  "focus": hotspot{x, y},  "dark": dark.asset->{url, "width": metadata.dimensions.width}})}, [])    },    _type == "questions" => {      "items": coalesce(items[]{_key, question{es, en}, answer{es, en}}, [])    },    _type == "screen" => {      "screens": coalesce(screens[]{_key, language, picture{  alt{es, en},  "url": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height,  "focus": hotspot{x, y},  "dark": dark.asset->{url, "width": metadata.dimensions.width}}, "phone": select(defined(phone.asset) => phone{  alt{es, en},  "url": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height,  "focus": hotspot{x, y},  "dark": dark.asset->{url, "width": metadata.dimensions.width}})}, []),      caption{es, en},      "items": coalesce(items[]{_key, title{es, en}, text{es, en}}, [])    },    _type == "steps" => {      items[]{_key, title{es, en}, text{es, en}},      drawing    },    _type == "plans" => {      plans[]{_key, name{es, en}, text{es, en}, price{amount, currency, per}, response, features[]{_key, "text": {"es": es, "en": en}}, "popular": coalesce(popular, false), button{es, en}},      popularLabel{es, en},      contactSection    },    _type == "badges" => {      items[]{_key, "name": {"es": es, "en": en}}    },    _type == "highlights" => {      items[]{_key, title{es, en}, text{es, en}}    },    _type == "gallery" => {      items[]{_key, picture{  alt{es, en},  "url": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height,  "focus": hotspot{x, y},  "dark": dark.asset->{url, "width": metadata.dimensions.width}}, caption{es, en}}    },    _type == "callToAction" => {      actions[]{_key, label{es, en}, tone, "meeting": coalesce(meeting, false), link{kind, "page": coalesce(page->name, page->_id), "address": page->address{es, en}, anchor, "leads": !defined(anchor) || anchor in page->sections[].anchor}},      "light": coalesce(light, false)    }  }}
export type PageQueryResult = {
  name: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development";
  address: {
    es: string;
    en: string;
  } | null;
  sameAddress: string | null;
  label: {
    es: string;
    en: string;
  } | null;
  isService: boolean | false;
  price: {
    amount: number;
    currency: "CRC" | "USD";
    per: "month" | "once";
  } | null;
  priceIncludes: {
    es: string;
    en: string;
  } | null;
  updatedAt: string;
  title: {
    es: string;
    en: string;
  };
  description: {
    es: string;
    en: string;
  };
  plans: Array<{
    service: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development";
    names: Array<{
      es: string;
      en: string;
    }>;
  }> | Array<never>;
  facts: {
    brandName: string;
    email: string;
    figures: Array<{
      key: string;
      value: string;
      label: {
        es: string;
        en: string;
      };
    }>;
    hours: Array<{
      _key: string;
      days: Array<string>;
      opens: string;
      closes: string;
    }> | Array<never>;
    cantons: Array<string> | Array<never>;
    response: {
      es: string;
      en: string;
    } | null;
  } | null;
  sections: Array<{
    _key: string;
    _type: "badges";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      name: {
        es: string;
        en: string;
      };
    }>;
  } | {
    _key: string;
    _type: "benefits";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      } | null;
    }>;
    drawing: "floor-plan" | "month" | "page-layers" | "repair" | "results" | "reviews" | null;
  } | {
    _key: string;
    _type: "callToAction";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    actions: Array<{
      _key: string;
      label: {
        es: string;
        en: string;
      };
      tone: "accent" | "quiet";
      meeting: boolean | false;
      link: {
        kind: "instagram" | "mail" | "page" | "tel" | "whatsapp";
        page: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development" | null;
        address: {
          es: string;
          en: string;
        } | null;
        anchor: string | null;
        leads: boolean | false | true | null;
      };
    }>;
    light: boolean | false;
  } | {
    _key: string;
    _type: "cases";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      value: string;
      label: {
        es: string;
        en: string;
      };
      client: {
        es: string;
        en: string;
      };
      problem: {
        es: string;
        en: string;
      };
      done: {
        es: string;
        en: string;
      };
      picture: {
        alt: {
          es: string;
          en: string;
        };
        url: string | null;
        width: number | null;
        height: number | null;
        focus: {
          x: number;
          y: number;
        } | null;
        dark: {
          url: string;
          width: number | null;
        } | null;
      } | null;
    }> | Array<never>;
  } | {
    _key: string;
    _type: "contactCards";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    cards: Array<{
      _key: string;
      kind: "instagram" | "mail" | "tel" | "whatsapp";
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      };
    }>;
    action: {
      label: {
        es: string;
        en: string;
      };
      tone: "accent" | "quiet";
      meeting: boolean | false;
      link: {
        kind: "instagram" | "mail" | "page" | "tel" | "whatsapp";
        page: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development" | null;
        address: {
          es: string;
          en: string;
        } | null;
        anchor: string | null;
        leads: boolean | false | true | null;
      };
    } | null;
  } | {
    _key: string;
    _type: "contactForm";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    notice: {
      es: string;
      en: string;
    };
    noticeLabel: {
      es: string;
      en: string;
    };
    noticeLink: {
      kind: "instagram" | "mail" | "page" | "tel" | "whatsapp";
      page: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development" | null;
      address: {
        es: string;
        en: string;
      } | null;
      anchor: string | null;
      leads: boolean | false | true | null;
    };
  } | {
    _key: string;
    _type: "coverage";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
  } | {
    _key: string;
    _type: "drawing";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    drawing: "floor-plan" | "month" | "page-layers" | "repair" | "results" | "reviews";
  } | {
    _key: string;
    _type: "featureGrid";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      } | null;
    }>;
  } | {
    _key: string;
    _type: "figures";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      key: string;
      label: {
        es: string;
        en: string;
      } | null;
    }>;
  } | {
    _key: string;
    _type: "gallery";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      picture: {
        alt: {
          es: string;
          en: string;
        };
        url: string | null;
        width: number | null;
        height: number | null;
        focus: {
          x: number;
          y: number;
        } | null;
        dark: {
          url: string;
          width: number | null;
        } | null;
      };
      caption: {
        es: string;
        en: string;
      };
    }>;
  } | {
    _key: string;
    _type: "hero";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    actions: Array<{
      _key: string;
      label: {
        es: string;
        en: string;
      };
      tone: "accent" | "quiet";
      meeting: boolean | false;
      link: {
        kind: "instagram" | "mail" | "page" | "tel" | "whatsapp";
        page: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development" | null;
        address: {
          es: string;
          en: string;
        } | null;
        anchor: string | null;
        leads: boolean | false | true | null;
      };
    }> | Array<never>;
    picture: {
      alt: {
        es: string;
        en: string;
      };
      url: string | null;
      width: number | null;
      height: number | null;
      focus: {
        x: number;
        y: number;
      } | null;
      dark: {
        url: string;
        width: number | null;
      } | null;
    } | null;
  } | {
    _key: string;
    _type: "highlights";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      };
    }>;
  } | {
    _key: string;
    _type: "people";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      name: string;
      role: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      } | null;
      picture: {
        alt: {
          es: string;
          en: string;
        };
        url: string | null;
        width: number | null;
        height: number | null;
        focus: {
          x: number;
          y: number;
        } | null;
        dark: {
          url: string;
          width: number | null;
        } | null;
      } | null;
    }> | Array<never>;
  } | {
    _key: string;
    _type: "pictureText";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    picture: {
      alt: {
        es: string;
        en: string;
      };
      url: string | null;
      width: number | null;
      height: number | null;
      focus: {
        x: number;
        y: number;
      } | null;
      dark: {
        url: string;
        width: number | null;
      } | null;
    };
    items: Array<{
      _key: string;
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      } | null;
    }> | Array<never>;
  } | {
    _key: string;
    _type: "plans";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    plans: Array<{
      _key: string;
      name: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      };
      price: {
        amount: number;
        currency: "CRC" | "USD";
        per: "month" | "once";
      } | null;
      response: string;
      features: Array<{
        _key: string;
        text: {
          es: string;
          en: string;
        };
      }>;
      popular: boolean | false;
      button: {
        es: string;
        en: string;
      };
    }>;
    popularLabel: {
      es: string;
      en: string;
    };
    contactSection: string;
  } | {
    _key: string;
    _type: "questions";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      question: {
        es: string;
        en: string;
      };
      answer: {
        es: string;
        en: string;
      };
    }> | Array<never>;
  } | {
    _key: string;
    _type: "reasons";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      } | null;
    }>;
  } | {
    _key: string;
    _type: "screen";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    screens: Array<{
      _key: string;
      language: "en" | "es";
      picture: {
        alt: {
          es: string;
          en: string;
        };
        url: string | null;
        width: number | null;
        height: number | null;
        focus: {
          x: number;
          y: number;
        } | null;
        dark: {
          url: string;
          width: number | null;
        } | null;
      };
      phone: {
        alt: {
          es: string;
          en: string;
        };
        url: string | null;
        width: number | null;
        height: number | null;
        focus: {
          x: number;
          y: number;
        } | null;
        dark: {
          url: string;
          width: number | null;
        } | null;
      } | null;
    }> | Array<never>;
    caption: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      } | null;
    }> | Array<never>;
  } | {
    _key: string;
    _type: "serviceCards";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    cards: Array<{
      _key: string;
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      };
      picture: {
        alt: {
          es: string;
          en: string;
        };
        url: string | null;
        width: number | null;
        height: number | null;
        focus: {
          x: number;
          y: number;
        } | null;
        dark: {
          url: string;
          width: number | null;
        } | null;
      } | null;
      link: {
        kind: "instagram" | "mail" | "page" | "tel" | "whatsapp";
        page: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development" | null;
        address: {
          es: string;
          en: string;
        } | null;
        anchor: string | null;
        leads: boolean | false | true | null;
      };
    }>;
  } | {
    _key: string;
    _type: "statements";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      } | null;
    }>;
    drawing: "floor-plan" | "month" | "page-layers" | "repair" | "results" | "reviews" | null;
  } | {
    _key: string;
    _type: "steps";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      title: {
        es: string;
        en: string;
      };
      text: {
        es: string;
        en: string;
      } | null;
    }>;
    drawing: "floor-plan" | "month" | "page-layers" | "repair" | "results" | "reviews" | null;
  } | {
    _key: string;
    _type: "testimonials";
    anchor: string | null;
    navigationLabel: {
      es: string;
      en: string;
    } | null;
    title: {
      es: string;
      en: string;
    };
    text: {
      es: string;
      en: string;
    } | null;
    items: Array<{
      _key: string;
      quote: {
        es: string;
        en: string;
      };
      name: string;
      role: {
        es: string;
        en: string;
      } | null;
      company: string;
    }> | Array<never>;
  }>;
} | null;

// Source: content/queries.ts
// Variable: settingsQuery
// Query: *[_type == "siteSettings" && _id == "siteSettings"][0]{  brandName,  tagline{es, en},  email,  phone,  phoneDisplay,  whatsapp,  whatsappDisplay,  instagram,  place{es, en},  figures[]{key, value, label{es, en}},  "hours": coalesce(hours[]{_key, days, opens, closes}, []), "cantons": coalesce(cantons, []),  footer{es, en},  sharePicture{  alt{es, en},  "url": asset->url,  "width": asset->metadata.dimensions.width,  "height": asset->metadata.dimensions.height,  "focus": hotspot{x, y},  "dark": dark.asset->{url, "width": metadata.dimensions.width}}}
export type SettingsQueryResult = {
  brandName: string;
  tagline: {
    es: string;
    en: string;
  };
  email: string;
  phone: string;
  phoneDisplay: string;
  whatsapp: string;
  whatsappDisplay: string;
  instagram: string;
  place: {
    es: string;
    en: string;
  };
  figures: Array<{
    key: string;
    value: string;
    label: {
      es: string;
      en: string;
    };
  }>;
  hours: Array<{
    _key: string;
    days: Array<string>;
    opens: string;
    closes: string;
  }> | Array<never>;
  cantons: Array<string> | Array<never>;
  footer: {
    es: string;
    en: string;
  };
  sharePicture: {
    alt: {
      es: string;
      en: string;
    };
    url: string | null;
    width: number | null;
    height: number | null;
    focus: {
      x: number;
      y: number;
    } | null;
    dark: {
      url: string;
      width: number | null;
    } | null;
  };
} | null;

// Source: content/queries.ts
// Variable: navigationQuery
// Query: *[_type == "navigation" && _id == "navigation"][0]{  menu[]{    _key,    _type,    _type == "menuLink" => {page->{"name": coalesce(name, _id), "label": coalesce(label, title){es, en}, address{es, en}}},    _type == "menuGroup" => {title{es, en}, pages[]->{"name": coalesce(name, _id), "label": coalesce(label, title){es, en}, address{es, en}}}  },  footerTitle{es, en},  footerPages[]->{"name": coalesce(name, _id), "label": coalesce(label, title){es, en}, address{es, en}},  "endPages": coalesce(endPages[]->{"name": coalesce(name, _id), "label": coalesce(label, title){es, en}, address{es, en}}, [])}
export type NavigationQueryResult = {
  menu: Array<{
    _key: string;
    _type: "menuGroup";
    title: {
      es: string;
      en: string;
    };
    pages: Array<{
      name: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development";
      label: {
        es: string;
        en: string;
      };
      address: {
        es: string;
        en: string;
      } | null;
    }>;
  } | {
    _key: string;
    _type: "menuLink";
    page: {
      name: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development";
      label: {
        es: string;
        en: string;
      };
      address: {
        es: string;
        en: string;
      } | null;
    };
  }>;
  footerTitle: {
    es: string;
    en: string;
  };
  footerPages: Array<{
    name: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development";
    label: {
      es: string;
      en: string;
    };
    address: {
      es: string;
      en: string;
    } | null;
  }>;
  endPages: Array<{
    name: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development";
    label: {
      es: string;
      en: string;
    };
    address: {
      es: string;
      en: string;
    } | null;
  }> | Array<never>;
} | null;

// Source: content/queries.ts
// Variable: redirectsQuery
// Query: {  "documents": *[_type == "redirect"] | order(from asc){    from,    "page": coalesce(to->name, to->_id),    "address": to->address{es, en},    language  },  "pages": *[_type == "page" && defined(address)] | order(_id asc){    "name": coalesce(name, _id),    address{es, en},    "former": coalesce(address.former, [])  }}
export type RedirectsQueryResult = {
  documents: Array<{
    from: string;
    page: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development";
    address: {
      es: string;
      en: string;
    } | null;
    language: "en" | "es";
  }>;
  pages: Array<{
    name: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development";
    address: {
      es: string;
      en: string;
    };
    former: Array<string> | Array<never>;
  }>;
};

// Source: content/queries.ts
// Variable: publishedQuery
// Query: {  "documents": *[_type in ["navigation", "page", "redirect", "siteSettings"]] | order(_id asc){_id, _rev},  "pages": *[_type == "page"] | order(_id asc){"name": coalesce(name, _id), "updatedAt": _updatedAt, address{es, en}}}
export type PublishedQueryResult = {
  documents: Array<{
    _id: string;
    _rev: string;
  }>;
  pages: Array<{
    name: string | "cctv" | "contact" | "digital-marketing" | "home" | "privacy" | "reputation" | "seo-consulting" | "technical-support" | "web-development";
    updatedAt: string;
    address: {
      es: string;
      en: string;
    } | null;
  }>;
};

// Source: content/queries.ts
// Variable: pictureQuery
// Query: *[_type == "sanity.imageAsset" && string::startsWith(_id, "image-" + $hash)][0]._id
export type PictureQueryResult = string | null;

