/** The version of Sanity's API that everything here speaks. */
export const apiVersion = "2025-02-19";
