/** Exports what other slices may use of site. */
export { answerFilledForm } from "./pages/filled-form.ts";
export { keepForm } from "./pages/rejected-form.ts";
export { findMissedBuild } from "./publishing/find-missed-build.ts";
export { publishDue } from "./publishing/publish-due.ts";
export { startDueBuilds } from "./publishing/start-due-builds.ts";
