import { createSchema } from "sanity";
import type { Language } from "../content/site.ts";
import { schemaTypes } from "./index.ts";

/** The schema as the Studio compiles it, with its words in `language`. */
export const compiledSchema = (language: Language) =>
  createSchema({ name: "default", types: schemaTypes(language) });
