import * as v from "valibot";

/** An address of this site, to come back to: a path, never another host. */
export const ownPath = v.pipe(
  v.string(),
  v.maxLength(2_000),
  v.check((path) => {
    const url = URL.parse(path, "https://site.invalid");
    return path.startsWith("/") && url?.origin === "https://site.invalid";
  }),
);

/** Input of `POST /api/preview/link`. */
export const previewLinkInput = v.strictObject({ path: ownPath });
