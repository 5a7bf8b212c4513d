import * as v from "valibot";
import { listVariables } from "#functions/variables.ts";

/** Something that only the person who deploys knows. */
export type Question = {
  /** The variable of the environment that answers it, too. */
  name: string;
  /** One sentence: what it is, and where it is found. */
  asks: string;
  isSecret?: true;
  /** Whether the site can do without: then nobody is asked, and the environment may say it. */
  isOptional?: true;
  /** What is wrong with an answer, in words that follow "it"; null where nothing is. */
  fault?: (value: string) => string | null;
};

const faultIn = (type: v.GenericSchema<string, string>) => (value: string) => {
  const [issue] = v.safeParse(type, value).issues ?? [];
  return issue ? issue.message.replace("is malformed: expected", "has to be") : null;
};

/** Everything that a deployment asks, in the order of the manifest of variables. */
export const questions: readonly Question[] = [...listVariables()].flatMap(
  ([name, { asked, help: asks, isSecret, answer }]): Question[] =>
    asked
      ? [
          {
            ...{ name, asks },
            ...(isSecret && { isSecret }),
            ...(asked === "optional" && { isOptional: true }),
            ...(answer && { fault: faultIn(answer) }),
          },
        ]
      : [],
);

/** Asks a person; null where there is nobody to ask. */
export type Ask = ((question: Question) => Promise<string>) | null;

const checked = ({ name, fault }: Question, value: string): string => {
  const wrong = fault?.(value);
  if (wrong) throw new Error(`${name} ${wrong}.`);
  return value;
};

/**
 * The answer to every question: the environment's, or else what was answered before, or else what the person says now, who is asked again
 * where that cannot be.
 * @throws Error with one sentence that lists everything that is missing or malformed where no one can be asked
 */
export async function collectAnswers(
  environment: Record<string, string | undefined>,
  kept: Record<string, string>,
  ask: Ask,
  keep: (name: string, value: string) => Promise<void>,
  tell: (line: string) => void,
  asked: readonly Question[] = questions,
): Promise<void> {
  const faults: string[] = [];
  for (const question of asked) {
    const { name, isOptional } = question;
    const given = environment[name]?.trim() || kept[name];
    if (given) {
      try {
        if (kept[name] !== checked(question, given)) await keep(name, given);
      } catch (error) {
        faults.push((error as Error).message);
      }
    } else if (!isOptional) {
      if (ask) await keep(name, await askUntilRight(question, ask, tell));
      else faults.push(`${name} is missing. ${question.asks}`);
    }
  }
  if (faults.length > 0)
    throw new Error(`The deployment cannot begin:\n${faults.map((each) => `  ${each}`).join("\n")}`);
}

async function askUntilRight(
  question: Question,
  ask: NonNullable<Ask>,
  tell: (line: string) => void,
): Promise<string> {
  for (;;) {
    const said = (await ask(question)).trim();
    const wrong = said === "" ? "is needed" : question.fault?.(said);
    if (!wrong) return said;
    tell(`It ${wrong}.`);
  }
}
