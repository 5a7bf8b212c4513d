import { companyNames } from "#cms/content/names/en-company.ts";
import messages from "./private.json";

export default { ...companyNames, ...messages };
