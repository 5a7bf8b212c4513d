// How the queries read what the sections share. A link asks here whether its section is there: only the source sees both pages.
export const linkFields = `kind, "page": page->name, anchor, "leads": !defined(anchor) || anchor in page->sections[].anchor`;

export const pictureFields = `
  alt{es, en},
  "url": asset->url,
  "width": asset->metadata.dimensions.width,
  "height": asset->metadata.dimensions.height,
  "focus": hotspot{x, y}`;

export const actionFields = `label{es, en}, tone, link{${linkFields}}`;

export const featureFields = `title{es, en}, text{es, en}`;
