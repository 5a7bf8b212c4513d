import { Refusal } from "#functions/kernel/database/refusals.ts";
import { say, sentence } from "#local/processes/terminal.ts";

/** Does what a command is for with the arguments that it was given; what goes wrong is one sentence, and the command has failed. */
export async function runOnDatabase(work: (given: string[]) => Promise<void>): Promise<void> {
  try {
    await work(process.argv.slice(2));
  } catch (error) {
    const away = error instanceof Refusal && error.code === "unavailable";
    say(
      away
        ? "The database does not answer: run npm start in another terminal, then this again."
        : sentence(error),
    );
    process.exitCode = 1;
  }
}
