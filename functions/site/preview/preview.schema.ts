import * as v from "valibot";

const ownOrigin = "https://site.invalid";

/**
 * A path of this site with its query and fragment, never another host. The output is percent-encoded (WHATWG URL), so that every
 * character of it may stand in a header. A path that begins with two slashes would name another host.
 */
export const ownPath = v.pipe(
  v.string(),
  v.maxLength(2_000),
  v.startsWith("/"),
  v.transform((path) => URL.parse(path, ownOrigin)),
  v.check((url) => url?.origin === ownOrigin && !url.pathname.startsWith("//")),
  v.transform((url) => (url ? `${url.pathname}${url.search}${url.hash}` : "/")),
);

/** Input of `POST /api/preview/link`. */
export const previewLinkInput = v.strictObject({ path: ownPath });
