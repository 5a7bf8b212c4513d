/** The built files, as Pages serves them: with their headers, redirects and not-found documents. */
export type Files = { fetch(request: Request): Promise<Response> };
