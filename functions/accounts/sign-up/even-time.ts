/**
 * Answers with the outcome of `work`, but not before `milliseconds` have passed: longer than the work takes, so that
 * the time says nothing about the outcome.
 */
export async function notBefore<Outcome>(
  milliseconds: number,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const time = new Promise((resolve) => setTimeout(resolve, milliseconds));
  const [outcome] = await Promise.allSettled([work(), time]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
