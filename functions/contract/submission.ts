import { type Language, languages, locales } from "#cms/content/site.ts";
import { isolate } from "./characters.ts";
import { type ConversationState, conversationStates } from "./conversation.ts";
import { isDay, type MeetingPart } from "./meeting.ts";
import { services } from "./options.ts";

/** Values of `include`: additions to a submission. */
export const inclusions = [
  "doubts",
  "wishes",
  "phone_numbers",
  "sender_block",
  "acknowledgement",
  "conversation",
] as const;
export type Inclusion = (typeof inclusions)[number];

/** Outcomes of an acknowledgement that a submission shows. */
export const acknowledgementOutcomes = ["undelivered"] as const;

type WishTexts = {
  meeting: string;
  plan: string;
  day: (date: string) => string;
  part: Record<MeetingPart, string>;
  /** The part of any day. */
  anyDay: Record<MeetingPart, string>;
};
const wishTexts: Record<Language, WishTexts> = {
  es: {
    meeting: "Reunión",
    plan: "Plan",
    // Spanish has no comma after the weekday: «miércoles 2 dic».
    day: (date) => date.replace(",", ""),
    part: { morning: "mañana", afternoon: "tarde" },
    anyDay: { morning: "por la mañana", afternoon: "por la tarde" },
  },
  en: {
    meeting: "Meeting",
    plan: "Plan",
    day: (date) => date,
    part: { morning: "morning", afternoon: "afternoon" },
    anyDay: { morning: "in the morning", afternoon: "in the afternoon" },
  },
};

const dayFormats: Partial<Record<Language, Intl.DateTimeFormat>> = {};
/** Returns the format of a day in a language. It is slow to create, and a list of messages needs it for many rows. */
function getDayFormat(language: Language): Intl.DateTimeFormat {
  dayFormats[language] ??= new Intl.DateTimeFormat(locales[language], {
    ...{ weekday: "long", day: "numeric", month: "short", timeZone: "UTC" },
  });
  return dayFormats[language];
}

/**
 * Returns the first line of a message with a wish, as in `Reunión: miércoles 2 dic, mañana · Plan: TI Básico`; null for
 * a message without one. The line has no line break, because subjects use it.
 */
export function describeWishes(
  wishes: { plan: string | null; meeting_day: string | null; meeting_part: MeetingPart | null },
  language: Language,
): string | null {
  const { plan, meeting_day: day, meeting_part: part } = wishes;
  const texts = wishTexts[language];
  const dayText = day && texts.day(getDayFormat(language).format(new Date(`${day}T00:00:00Z`)));
  const moment = [dayText, part && texts[day ? "part" : "anyDay"][part]].filter(Boolean).join(", ");
  const lines = [moment && `${texts.meeting}: ${moment}`, plan && `${texts.plan}: ${isolate(plan)}`];
  return lines.filter(Boolean).join(" · ") || null;
}

/** Maximum number of listed blocks. */
export const maxBlockedSenders = 500;

/** Line break between the records of an export and at its end. A file that does not end with it is incomplete. */
export const csvLineBreak = "\r\n";

/** The folders of the inbox. */
export const submissionFilters = ["all", "unread", "read", "spam"] as const;
/** A folder of the inbox. `all`, `unread` and `read` exclude spam. */
export type SubmissionFilter = (typeof submissionFilters)[number];

/** Properties of a message by which a list can be narrowed, and the values to choose from. */
export const propertyFilters = {
  /** `none` selects messages without a service. */
  service: [...services, "none"],
  language: languages,
  meeting: ["requested"],
  state: conversationStates,
} as const;
type PropertyFilters = typeof propertyFilters;
/** A property by which a list can be narrowed. */
export type PropertyFilter = keyof PropertyFilters;
/** Values of the properties that narrow a list. */
export type PropertyCriteria = { [Name in PropertyFilter]?: PropertyFilters[Name][number] | undefined };

export const propertyNames = Object.keys(propertyFilters) as PropertyFilter[];

/** Returns the criteria of all properties, each the value that `getValue` returns; other values than those of the property become undefined. */
export const pickProperties = (getValue: (name: PropertyFilter) => string | null | undefined) =>
  Object.fromEntries(
    propertyNames.map((name) => [name, propertyFilters[name].find((value) => value === getValue(name))]),
  ) as PropertyCriteria;

type FilteredFields = Record<"service_type" | "meeting_day" | "meeting_part" | "assignee", string | null> &
  Record<"language" | "state", string>;

/** Returns the properties of a message, as the column `properties` of the database has them. */
export const getProperties = (message: FilteredFields): Record<PropertyFilter | "assignee", string> => ({
  service: message.service_type ?? "none",
  language: message.language,
  meeting: message.meeting_day || message.meeting_part ? "requested" : "none",
  state: message.state,
  assignee: message.assignee ?? "none",
});

/** Returns whether a message has the properties that narrow a list. No message has an unknown property. */
export function meetsCriteria(
  message: FilteredFields,
  criteria: PropertyCriteria & { assignee?: string | undefined },
): boolean {
  const properties: Record<string, string> = getProperties(message);
  return Object.entries(criteria).every(([name, value]) => value === undefined || value === properties[name]);
}

/** The form of the criterion `assignee`: the caller, no assignee, or the id of an administrator. */
export const assigneePattern = /^(?:me|none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Returns whether a text is a calendar day of the years 1900 to 2999. The database accepts all of them. */
export const isNarrowingDay = (text: string) => /^(?:19|2)/.test(text) && isDay(text);

/** Maximum length of a search (`q`), in characters. */
export const searchLimit = 200;

/** Maximum of the counts of a search. A greater number of messages is answered as this number plus one. */
export const maxCountedHits = 99;

/** The form of a submission's id: a UUID. */
export const submissionIdPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Rows of an inbox page: the default and the maximum. */
export const pageSize = { default: 50, maximum: 100 } as const;

/** Maximum number of submissions in one bulk call: by ids, and by a search. */
export const bulkSize = { ids: 500, matching: 2_000 } as const;

/** Days that statistics cover, today included: the default and the maximum. */
export const statisticsDays = { default: 30, maximum: 366 } as const;

/** The marks of a submission: its columns that actions set. */
export const submissionMarks = ["read", "spam"] as const;
export type SubmissionMark = (typeof submissionMarks)[number];

/** Returns an object with the same value for each mark. */
export const toMarks = <Value>(value: Value) =>
  Object.fromEntries(submissionMarks.map((mark) => [mark, value])) as Record<SubmissionMark, Value>;

/** A field that an action sets, and its value. */
export type FieldChange =
  | readonly [SubmissionMark, boolean]
  | readonly ["state", ConversationState]
  | readonly ["assignee", string | null];

const changeByAction = {
  read: ["read", true],
  unread: ["read", false],
  close: ["state", "closed"],
  reopen: ["state", "unanswered"],
  await: ["state", "waiting"],
  assign: ["assignee", null],
  spam: ["spam", true],
  not_spam: ["spam", false],
  delete: null,
} as const satisfies Record<string, FieldChange | null>;

/** The name of an action on one or many submissions. */
export type SubmissionAction = keyof typeof changeByAction;
export const submissionActions = Object.keys(changeByAction) as SubmissionAction[];

/** An action on submissions. `assign` has the new assignee; null for none. */
export type ActionInput = { action: SubmissionAction; assignee?: string | null | undefined };

/** Returns the field that an action sets, and its value; null for the deletion. */
export const toFieldChange = ({ action, assignee = null }: ActionInput): FieldChange | null =>
  action === "assign" ? ["assignee", assignee] : changeByAction[action];

/** Returns the action that sets a field to a value. */
export function toAction(field: FieldChange[0], value: FieldChange[1]): ActionInput {
  if (field === "assignee") return { action: "assign", assignee: value as string | null };
  const action = submissionActions.find((name) => {
    const change = changeByAction[name];
    return change?.[0] === field && change[1] === value;
  });
  return { action: action as SubmissionAction };
}
