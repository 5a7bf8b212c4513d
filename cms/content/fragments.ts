// How the queries read what the sections share. A link asks here whether its section is there: only the source sees both pages.
export const linkFields = `kind, "page": coalesce(page->name, page->_id), "address": page->address{es, en}, anchor, "leads": !defined(anchor) || anchor in page->sections[].anchor`;

/** A page as others name it: a page that editors made goes by its id. */
export const pageEntryFields = `"name": coalesce(name, _id), "label": coalesce(label, title){es, en}, address{es, en}`;

export const pictureFields = `
  alt{es, en},
  "url": asset->url,
  "width": asset->metadata.dimensions.width,
  "height": asset->metadata.dimensions.height,
  "focus": hotspot{x, y},
  "dark": dark.asset->{url, "width": metadata.dimensions.width}`;

export const actionFields = `label{es, en}, tone, "meeting": coalesce(meeting, false), link{${linkFields}}`;

export const featureFields = `title{es, en}, text{es, en}`;

export const priceFields = `amount, currency, per`;

/** When the company is there, and where it goes. */
export const hoursFields = `"hours": coalesce(hours[]{_key, days, opens, closes}, []), "cantons": coalesce(cantons, [])`;
