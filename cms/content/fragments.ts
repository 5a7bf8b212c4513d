// GROQ projections of shared types. The query checks the section of a link, because only the CMS sees both pages.
export const linkFields = `kind, "page": coalesce(page->name, page->_id), "address": page->address{es, en}, anchor, "isAnchorValid": !defined(anchor) || anchor in page->sections[].anchor`;

/** A reference to a page. Pages that editors created use their id as name. */
export const pageEntryFields = `"name": coalesce(name, _id), "label": coalesce(label, title){es, en}, address{es, en}`;

export const pictureFields = `
  alt{es, en},
  "url": asset->url,
  "width": asset->metadata.dimensions.width,
  "height": asset->metadata.dimensions.height,
  "focus": hotspot{"x": coalesce(x, 0.5), "y": coalesce(y, 0.5)},
  "crop": crop{"left": coalesce(left, 0), "top": coalesce(top, 0), "right": coalesce(right, 0), "bottom": coalesce(bottom, 0)},
  "dark": dark.asset->{url, "width": metadata.dimensions.width, "height": metadata.dimensions.height}`;

export const actionFields = `label{es, en}, tone, "meeting": coalesce(meeting, false), link{${linkFields}}`;

export const featureFields = `title{es, en}, text{es, en}`;

export const priceFields = `amount, currency, per`;

/** The company's opening hours, and the cantons that it serves. */
export const hoursFields = `"hours": coalesce(hours[]{_key, days, opens, closes}, []), "cantons": coalesce(cantons, [])`;
