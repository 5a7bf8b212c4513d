import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import * as v from "valibot";
import { listVariables } from "#functions/variables.ts";

/** A question to the operator. */
export type Question = {
  /** The environment variable that can answer it. */
  name: string;
  /** Explains in one sentence the meaning, and the place to find the answer. */
  asks: string;
  isSecret: boolean;
  /** Whether the site works without an answer. The operator is not asked; the environment may answer. */
  isOptional: boolean;
  /** Returns the fault of an answer, in words that follow "it"; null for a valid answer. */
  fault: (value: string) => string | null;
};

/** Returns the question by which a deployment asks the operator for an environment variable. */
export function toQuestion(name: string, isOptional: boolean): Question {
  const { help: asks = "", isSecret = false, answer = v.string() } = listVariables().get(name) ?? {};
  const fault = (value: string) => {
    const [issue] = v.safeParse(answer, value).issues ?? [];
    return issue ? issue.message.replace("is malformed: expected", "has to be") : null;
  };
  return { name, asks, isSecret, isOptional, fault };
}

/** All questions of a deployment, in the order of the manifest of variables. */
export const questions: readonly Question[] = [...listVariables()].flatMap(([name, { asked }]) =>
  asked ? [toQuestion(name, asked === "optional")] : [],
);

/** Asks the operator; null without a terminal. */
export type Ask = ((question: Question) => Promise<string>) | null;

/** Returns a function that asks at the terminal, and hides the typing of a secret; null without a terminal. */
export function askAtTerminal(): Ask {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return async ({ name, asks, isSecret }) => {
    process.stdout.write(`${asks}\n${name}: `);
    const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
    const terminal = createInterface({
      input: process.stdin,
      output: isSecret ? silentOutput : process.stdout,
      terminal: true,
    });
    // Ctrl-C reaches readline as an event. Earlier answers are on disk already.
    terminal.on("SIGINT", () => process.exit(130));
    try {
      return await terminal.question("");
    } finally {
      terminal.close();
      if (isSecret) process.stdout.write("\n");
    }
  };
}

/**
 * Collects the answers: from the environment, or else from `storedAnswers`, or else from the operator, who is not asked
 * optional questions. `keepAnswer` gets each answer that is not stored yet.
 * @throws Error that lists every malformed answer of both sources and, without a terminal, every missing one
 */
export async function collectAnswers(
  environment: Record<string, string | undefined>,
  storedAnswers: Record<string, string>,
  ask: Ask,
  keepAnswer: (name: string, value: string) => Promise<void>,
  print: (line: string) => void,
  askedQuestions: readonly Question[] = questions,
): Promise<void> {
  const faults: string[] = [];
  for (const question of askedQuestions) {
    const { name, isOptional } = question;
    const answer = environment[name]?.trim() || storedAnswers[name];
    if (answer) {
      const problem = question.fault(answer);
      if (problem) faults.push(`${name} ${problem}.`);
      else if (storedAnswers[name] !== answer) await keepAnswer(name, answer);
    } else if (!isOptional) {
      if (ask) await keepAnswer(name, await askUntilValid(question, ask, print));
      else faults.push(`${name} is missing. ${question.asks}`);
    }
  }
  if (faults.length > 0)
    throw new Error(
      `The deployment cannot begin:\n${faults.map((faultLine) => `  ${faultLine}`).join("\n")}`,
    );
}

/** Asks the operator until the answer is valid. `fault` describes a malformed one in words that follow "It". */
export async function askUntilValid(
  question: Question,
  ask: NonNullable<Ask>,
  print: (line: string) => void,
): Promise<string> {
  for (;;) {
    const answer = (await ask(question)).trim();
    const problem = answer === "" ? "is needed" : question.fault(answer);
    if (!problem) return answer;
    print(`It ${problem}.`);
  }
}
