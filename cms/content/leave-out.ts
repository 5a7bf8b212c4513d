import { isOptional } from "./assert-complete.ts";
import { isInEveryLanguage } from "./languages.ts";
import { ContentError, type Problem } from "./problem.ts";
import { languages } from "./site.ts";

/** Receives the problems of content whose broken parts are left out. */
export type OnLeftOut = (problems: Problem[]) => void;

/** Required fields that content can lack without its holder. They are removed, so that the rest counts as complete. */
const dispensableFields = /\.(facts\.brandName|facts\.email|noticeLink|contactSection|sharePicture)$/;

/** The lists without whose last entry their holder is left out. Other lists may be empty. */
const neededLists = /^page\.sections($|\.(?!hero|pictureText|screen))|\.menuGroup\.pages$/;

type Holder = Record<string, unknown>;

/** Replacements of fields without which nothing could be shown, by path or name. */
const replacements: Record<string, (holder: Holder) => unknown> = {
  "page.title": ({ sections }) => Array.isArray(sections) && sections[0]?.title,
  description: ({ title }) => title,
  cantons: () => [],
  phoneDisplay: ({ phone }) => phone,
  whatsappDisplay: ({ whatsapp }) => whatsapp,
};

/** Rounds after which content with new problems is rejected. */
const maxRounds = 20;

/**
 * Returns what `read` makes of a query result. With `onLeftOut`, the broken parts of the result are left out: the
 * smallest part that the site can lack, so that one fault costs as little as possible.
 * @param query the query's name in `optional.generated.ts`, with the path of the result
 * @throws ContentError if the content is broken as a whole, or with any problem if `onLeftOut` is absent
 */
export function readWhole<Result, Content>(
  result: Result,
  query: string,
  read: (result: Result) => Content,
  onLeftOut: OnLeftOut | undefined,
): Content {
  let current = result;
  for (let round = 0; ; round += 1) {
    try {
      return read(current);
    } catch (error) {
      if (!onLeftOut || !(error instanceof ContentError) || round === maxRounds) throw error;
      const rest = leaveOut(current, query, error.problems);
      if (rest === null) throw error;
      onLeftOut(error.problems);
      current = rest as Result;
    }
  }
}

const broken = Symbol("broken");

/** Returns a value without the parts that have problems; null if it cannot lack them. */
export function leaveOut(value: unknown, query: string, problems: readonly Problem[]): unknown {
  const problemsByPath = new Map(
    problems
      .filter((problem, index) => !isFirstAnchor(problem, problems.slice(0, index)))
      .map((problem) => [toBrokenPath(problem), problem]),
  );

  function mend(part: unknown, path: string, queryPath: string): unknown {
    const problem = problemsByPath.get(path);
    if (problem) return repair(part, problem);
    if (Array.isArray(part)) {
      const items = part.map((item, index) => {
        const type = typeof item?._type === "string" ? `.${item._type}` : "";
        return mend(item, `${path}[${index}]`, queryPath + type);
      });
      const rest = items.filter((item) => item !== broken);
      return rest.length === 0 && part.length > 0 && neededLists.test(queryPath) ? broken : rest;
    }
    if (typeof part !== "object" || part === null) return part;
    const fields: Holder = {};
    for (const [key, field] of Object.entries(part)) {
      const fieldQueryPath = `${queryPath}.${key}`;
      const mended = mend(field, path ? `${path}.${key}` : key, fieldQueryPath);
      if (mended !== broken) fields[key] = mended;
      else if (isOptional(fieldQueryPath)) fields[key] = null;
      else if (dispensableFields.test(fieldQueryPath)) continue;
      else {
        const replace = replacements[fieldQueryPath] ?? replacements[key];
        if (!replace) return broken;
        fields[key] = replace({ ...(part as Holder), ...fields }) || null;
      }
    }
    return fields;
  }
  const rest = mend(value, "", query);
  return rest === broken ? null : rest;
}

/** Returns whether a section is the first of those with one anchor. It keeps the anchor. */
const isFirstAnchor = (problem: Problem, earlierProblems: readonly Problem[]) =>
  problem.reason === "anchor-twice" &&
  !earlierProblems.some((earlier) => earlier.reason === "anchor-twice" && earlier.anchor === problem.anchor);

/** Returns the path of the field to repair, without the types of list items. */
const toBrokenPath = ({ field, reason }: Problem) => {
  const path = field.replace(/ \([^)]*\)/g, "");
  return reason === "menu-without-anchor" ? path.replace(/anchor$/, "navigationLabel") : path;
};

/**
 * Repairs the field of a problem: a text takes that of the other language, and a link leads to the top of its page.
 * Returns `broken` if that is not possible.
 */
function repair(value: unknown, { reason }: Problem): unknown {
  if (reason === "no-text" && isInEveryLanguage(value)) {
    const texts = languages.map((language) => value[language]);
    const hasText = (text: unknown) => typeof text === "string" && text.trim() !== "";
    const otherText = texts.find(hasText);
    if (otherText === undefined) return broken;
    return Object.fromEntries(
      languages.map((language) => [language, hasText(value[language]) ? value[language] : otherText]),
    );
  }
  const isLink = typeof value === "object" && value !== null && "isAnchorValid" in value;
  return reason === "section-gone" && isLink ? { ...value, anchor: null, isAnchorValid: true } : broken;
}
