import { formNames } from "#cms/content/names/en.ts";
import messages from "./site.json";

export default { ...formNames, ...messages };
