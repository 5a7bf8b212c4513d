/** What Sanity's own Spanish has not translated yet, or has not well, of what an editor meets here: by its namespace. */
export const spanish = {
  studio: {
    "document-status.published-at": "Publicado {{date}}",
    "form.field.actions-menu.title": "Acciones del campo",
  },
  // Sanity's "Nuevo …" agrees with no feminine name, such as a redirección's.
  structure: {
    "browser-document-title.new-document": "Documento nuevo: {{schemaType}}",
    "panes.document-header-title.new.text": "Documento nuevo: {{schemaType}}",
  },
};
