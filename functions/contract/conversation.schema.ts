import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { countCharacters, isStorable, isVisible } from "./characters.ts";
import { linkInput } from "./contact.schema.ts";
import {
  conversationStates,
  deliveries,
  draftKinds,
  draftLimit,
  entryEvents,
  entryKinds,
  entryLimit,
  mailSenders,
  otherWays,
} from "./conversation.ts";
import { fieldCode as code, objectCode } from "./field-code.ts";
import { uploadTokens } from "./upload.schema.ts";

const uuid = v.pipe(v.string(), v.uuid());
const timeInUtc = v.pipe(v.string(), v.isoTimestamp(), v.endsWith("Z"));
const author = v.nullable(v.strictObject({ id: uuid, name: v.string() }));

/** A file of an entry. `type` is its media type by its content. */
const attachment = v.strictObject({
  id: uuid,
  name: v.string(),
  type: v.string(),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/**
 * An entry of a conversation. `author` is null for the customer, the site's own work and deleted accounts. `text` is
 * empty for an event, except for that of an automatic mail. `sender` and `from` are those of a received mail, null for
 * other entries. The event `assigned` names the new owner in `assignee`.
 */
export const entryAnswer = v.strictObject({
  id: uuid,
  kind: v.picklist(entryKinds),
  author,
  text: v.string(),
  language: v.picklist(languages),
  created_at: timeInUtc,
  delivery: v.nullable(v.picklist(deliveries)),
  event: v.nullable(v.picklist(entryEvents)),
  sender: v.nullable(v.picklist(mailSenders)),
  from: v.nullable(v.string()),
  attachments: v.array(attachment),
  assignee: v.exactOptional(author),
});
export type Entry = v.InferOutput<typeof entryAnswer>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Answer of `GET /api/submissions/:id/entries`: the conversation, oldest entry first. The first entry is the message
 * itself. `writing` names the other administrators who saved a draft in the last five minutes. `replies_to` is the mailbox
 * that gets replies to answers; null if they come into the conversation.
 */
export const conversationEntriesAnswer = v.strictObject({
  revision: count,
  state: v.picklist(conversationStates),
  assignee: v.nullable(uuid),
  items: v.array(entryAnswer),
  writing: v.array(v.strictObject({ id: uuid, name: v.string(), saved_at: timeInUtc })),
  replies_to: v.nullable(v.string()),
});
export type ConversationEntries = v.InferOutput<typeof conversationEntriesAnswer>;

/** Answer of `GET /api/administrators`: the possible owners of a conversation. */
export const administratorsAnswer = v.strictObject({
  items: v.array(v.strictObject({ id: uuid, name: v.string() })),
});
export type Administrators = v.InferOutput<typeof administratorsAnswer>;

/** Answer of `GET` and `PUT /api/submissions/:id/draft`. Without a draft the text is empty and the revision 0. */
export const draftAnswer = v.strictObject({
  text: v.string(),
  revision: count,
  kind: v.picklist(draftKinds),
});
export type Draft = v.InferOutput<typeof draftAnswer>;

const storableText = (maximum: number) =>
  v.pipe(
    v.string(code("invalid_type")),
    v.check(isStorable, code("invalid_characters")),
    v.check((value) => countCharacters(value) <= maximum, code("too_long")),
  );
// The text stays as it was typed. Only a text that shows nothing is rejected.
const entryText = v.pipe(storableText(entryLimit), v.check(isVisible, code("required")));
const revision = v.pipe(
  v.number(code("invalid_type")),
  v.integer(code("invalid_type")),
  v.minValue(0, code("invalid_option")),
  v.maxValue(2_147_483_646, code("invalid_option")),
);
const flag = v.optional(v.boolean(code("invalid_type")), false);

/**
 * Body of `POST /api/submissions/:id/answers`. `revision` is that of the conversation as the author saw it. With
 * `anyway` a newer one is accepted, too. `close` also closes the conversation.
 */
export const answerInput = v.strictObject(
  { text: entryText, revision, close: flag, anyway: flag },
  objectCode,
);

/** Body of `POST /api/submissions/:id/notes`. */
export const noteInput = v.strictObject({ text: entryText }, objectCode);

/** Body of `PUT /api/submissions/:id/draft`. `revision` is that of the draft that the text continues; 0 without one. */
export const draftInput = v.strictObject(
  {
    text: storableText(draftLimit),
    revision,
    kind: v.optional(v.picklist(draftKinds, code("invalid_option")), "answer"),
  },
  objectCode,
);

/** Body of `POST /api/submissions/:id/answered`. */
export const answeredInput = v.strictObject(
  { by: v.picklist(otherWays, code("invalid_option")) },
  objectCode,
);

/** Body of `POST /api/submissions/:id/entries/:entry/move`. `to` is null for a conversation of its own. */
export const moveInput = v.strictObject(
  { to: v.nullable(v.pipe(v.string(code("invalid_type")), v.uuid(code("invalid_option")))) },
  objectCode,
);

/** Body of `POST /api/submissions/:id/join`. */
export const joinInput = v.strictObject(
  { into: v.pipe(v.string(code("invalid_type")), v.uuid(code("invalid_option"))) },
  objectCode,
);

/**
 * Answer of the calls that join conversations, move an entry or admit a sender: the id by which the change can be undone
 * for a day, and the conversation that now has the entries.
 */
export const moveAnswer = v.strictObject({ move: uuid, to: uuid });
export type Move = v.InferOutput<typeof moveAnswer>;

/** Body of `POST /api/conversation/entries`. */
export const replyInput = v.strictObject(
  { ...linkInput.entries, text: entryText, files: uploadTokens },
  objectCode,
);

/** A text of the conversation as the customer sees it. `files` are the names of its files. */
const customerItem = v.strictObject({
  kind: v.picklist(["customer", "answer"]),
  text: v.string(),
  author: v.string(),
  created_at: timeInUtc,
  files: v.exactOptional(v.array(v.string())),
});
export type CustomerItem = v.InferOutput<typeof customerItem>;

/** Answer of `POST /api/conversation`: the texts of a conversation, oldest first, without notes and events. */
export const customerConversationAnswer = v.strictObject({
  reference: v.pipe(v.string(), v.regex(/^[\dA-F]{4}-[\dA-F]{4}$/)),
  language: v.picklist(languages),
  items: v.array(customerItem),
});
export type CustomerConversation = v.InferOutput<typeof customerConversationAnswer>;
