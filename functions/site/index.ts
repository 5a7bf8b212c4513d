/** Exports what other slices may use of site. */
export { answerFilledForm, findOfferedPlan } from "./pages/filled-form.ts";
export { keepForm } from "./pages/rejected-form.ts";
export { requestMissedBuild, startDueBuilds } from "./publishing/builds.ts";
export { publishDue } from "./publishing/publish-due.ts";
