/** What the name of a page of the CMS looks like: that of a page that the site always has, or an id. */
export const pageNamePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
