import { formNames } from "#cms/content/names/es.ts";
import messages from "./site.json";

export default { ...formNames, ...messages };
