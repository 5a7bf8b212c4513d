import { Command, CommanderError } from "commander";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { describeError, say } from "#local/processes/terminal.ts";

/**
 * Creates a command line such as `npm run admin`, with `--help`. It rejects undeclared options and arguments.
 * @param call the command as the operator types it
 */
export const createCommand = (call: string, description: string): Command =>
  new Command(`${call} --`)
    .description(description)
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError(false)
    .configureOutput({
      outputError: (text, write) =>
        write(`${text.trim().replace(/^error: |\.$/g, "")}; ${call} -- --help lists what there is.\n`),
    })
    .exitOverride();

/** The option of commands with an answer for scripts. */
export const jsonOption = ["--json", "print the answer as JSON"] as const;

/** Prints the answer of a command with `--json`. */
export const printJson = (answer: unknown): void => say(JSON.stringify(answer, null, 2));

/** Describes the failure of a command in one sentence, with the remedy for a database that does not answer. */
function toSentence(error: unknown): string {
  const isAway = error instanceof Refusal && error.code === "unavailable";
  return isAway
    ? "The database does not answer: run npm start in another terminal, then run this command again."
    : describeError(error);
}

/** Returns whether the called command prints its answer to standard output for a script. */
const isScripted = (command: Command): boolean =>
  command.opts().json === true || command.commands.some(isScripted);

/**
 * Runs a command line on the arguments of the process. Wrong usage exits with 2 and one line on standard error; a
 * failure exits with 1 and one sentence.
 * @param failures the stream of that sentence; with `--json` it is standard error
 */
export async function runCommand(
  command: Command,
  failures: NodeJS.WriteStream = process.stdout,
): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    const stream = isScripted(command) ? process.stderr : failures;
    stream.write(`${toSentence(error)}\n`);
    process.exitCode = 1;
  }
}
