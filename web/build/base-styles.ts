/** The sources of the styles that every page has. They come before all others. */
export const baseStyles = /web\/(theme|app|ui)\/(?!dialog)[\w-]+\.css/;
