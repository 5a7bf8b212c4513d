import type { SanityClient } from "@sanity/client";
import {
  type ScheduledPublication,
  scheduledPublicationId,
  scheduledPublicationType,
} from "../content/scheduled-publication.ts";

/** A publication with what its document is called, as far as it has a name of its own. */
export type ListedPublication = ScheduledPublication & { title: string | null };

/** All of them, those that wait first, by their minutes; `$language` is that of the titles. */
export const publicationsQuery = `*[_type == "${scheduledPublicationType}"] | order(publishAt asc){
  ...,
  "title": *[_id in ["drafts." + ^.document, ^.document]] | order(_id desc)[0]{
    "text": select(defined(from) => from, $language == "es" => title.es, title.en)
  }.text
}`;

/** Leaves a document to be published at a moment, instead of whatever was planned for it. */
export async function schedulePublication(
  client: SanityClient,
  { document, documentType, at }: { document: string; documentType: string; at: Date },
): Promise<void> {
  await client.createOrReplace({
    _id: scheduledPublicationId(document),
    _type: scheduledPublicationType,
    document,
    documentType,
    publishAt: at.toISOString(),
    state: "waiting",
  });
}

/** Calls a publication off, or forgets what came of it. */
export async function removePublication(client: SanityClient, document: string): Promise<void> {
  await client.delete(scheduledPublicationId(document));
}
