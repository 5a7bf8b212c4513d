/** Maximum number of files of a message or a reply. */
export const maxUploads = 3;

/** Maximum size of an uploaded file, in bytes. */
export const maxUploadBytes = 10_000_000;

/** Size of each part of an uploaded file but the last, in bytes. A failed upload goes on with the part that failed. */
export const uploadPartBytes = 500_000;

/** A file that was uploaded. `type` is its media type by its content, `size` its bytes. */
export type UploadedFile = { id: string; name: string; type: string; size: number };
