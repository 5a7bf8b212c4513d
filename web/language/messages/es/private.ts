import { companyNames } from "#cms/content/names/es-company.ts";
import messages from "./private.json";

export default { ...companyNames, ...messages };
