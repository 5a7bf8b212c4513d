import * as v from "valibot";
import { fieldCode as code, objectCode } from "#functions/contract/field-code.ts";

/** Most bytes of a report's body. */
export const hydrationErrorLimit = 1_024;

/** Body of `POST /api/hydration-errors`: the page's path, and the number of React's error (https://react.dev/errors), 0 where it has none. */
export const hydrationErrorInput = v.strictObject(
  {
    path: v.pipe(
      v.string(code("invalid_type")),
      v.maxLength(200, code("too_long")),
      v.regex(/^\/[\w/-]*$/, code("invalid_option")),
    ),
    error: v.pipe(
      v.number(code("invalid_type")),
      v.integer(code("invalid_option")),
      v.minValue(0, code("invalid_option")),
      v.maxValue(9_999, code("invalid_option")),
    ),
  },
  objectCode,
);
