import * as v from "valibot";
import { fieldCode as code, objectCode } from "./field-code.ts";
import { maxUploadBytes, maxUploads } from "./upload.ts";
import { splitTokens } from "./upload-tokens.ts";

const count = v.pipe(
  v.string(code("invalid_type")),
  v.regex(/^\d{1,9}$/, code("invalid_type")),
  v.transform(Number),
);

/**
 * Query of `PUT /api/uploads/:id`, whose body is a part of a file. The sender chooses the id. `offset` is the position of
 * the part in the file, `size` the size of the whole file, both in bytes.
 */
export const uploadQuery = v.strictObject(
  {
    name: v.pipe(v.string(code("invalid_type")), v.maxLength(1_000, code("too_long"))),
    size: v.pipe(count, v.minValue(1, code("required")), v.maxValue(maxUploadBytes, code("too_long"))),
    offset: count,
  },
  objectCode,
);

/**
 * Answer of `PUT /api/uploads/:id`. `received` is the position of the next part that is missing. With the last part comes
 * the token by which a message or a reply names the file.
 */
export const uploadAnswer = v.strictObject({
  received: v.pipe(v.number(), v.integer(), v.minValue(0)),
  token: v.exactOptional(v.string()),
});
export type UploadAnswer = v.InferOutput<typeof uploadAnswer>;

/** The tokens of uploaded files, separated by spaces. */
export const uploadTokens = v.optional(
  v.pipe(v.string(code("invalid_type")), v.transform(splitTokens), v.maxLength(maxUploads, code("too_long"))),
  "",
);

/** An uploaded file. */
export const uploadedFile = v.object({
  id: v.pipe(v.string(), v.uuid()),
  name: v.pipe(v.string(), v.minLength(1)),
  type: v.string(),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
