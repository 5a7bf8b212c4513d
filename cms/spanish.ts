/** Spanish texts that replace Sanity's, by namespace: untranslated texts, and texts that are unusual in Costa Rica. */
export const spanish = {
  studio: {
    "changes.array.item-added-in-position": "Agregado en la posición {{position}}",
    "changes.change-bar.aria-label": "Historial y deshacer",
    "changes.title": "Historial y deshacer",
    "common.error": "Error",
    "copy-paste.on-paste.validation.read-only-fields-skipped-truncated.description":
      "Se omitieron campos de solo lectura: {{fieldNames}} y {{count}} más",
    "document-status.published-at": "Publicado {{date}}",
    "form.field.actions-menu.title": "Acciones del campo",
    "inputs.array.action.add-after": "Agregar elemento después",
    "inputs.array.action.add-before": "Agregar elemento antes",
    "inputs.array.action.add-item": "Agregar elemento",
    "inputs.array.action.add-item-select-type": "Agregar elemento...",
    "inputs.imagetool.title": "Punto de enfoque y recorte",
    "search.action.add-filter": "Agregar filtro",
    "search.search-results-label": "Resultados de la búsqueda",
  },
  // Sanity's "Nuevo …" does not agree with feminine names such as "redirección".
  structure: {
    "browser-document-title.new-document": "Documento nuevo: {{schemaType}}",
    "changes.tab.history": "Historial",
    "changes.tab.review-changes": "Cambios sin publicar",
    "document.favorites.add-to-favorites": "Agregar a favoritos",
    "panes.document-header-title.new.text": "Documento nuevo: {{schemaType}}",
    "status-bar.review-changes-button.aria-label": "Historial y deshacer",
    "status-bar.review-changes-button.tooltip.text": "Historial y deshacer",
  },
};
