import { createSchema } from "sanity";
import type { Language } from "../content/languages.ts";
import { schemaTypes } from "./index.ts";

/** The schema as the Studio compiles it, with its words in `language`. */
export const compiledSchema = (language: Language) =>
  createSchema({ name: "default", types: schemaTypes(language) });
