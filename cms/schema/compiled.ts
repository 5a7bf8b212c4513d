import { createSchema } from "sanity";
import { schemaTypes } from "./index.ts";
import type { StudioLanguage } from "./say.ts";

/** The schema as the Studio compiles it, with its words in `language`. */
export const compiledSchema = (language: StudioLanguage) =>
  createSchema({ name: "default", types: schemaTypes(language) });
