import type { Language } from "#cms/content/site.ts";
import type { UploadFault } from "./uploads.ts";

type UploadTexts = {
  list: string;
  sending: string;
  offline: string;
  retrying: string;
  done: string;
  remove: string;
  cancel: string;
  retry: string;
  rejected: string;
  faults: Record<UploadFault, string>;
};

/** The texts of the list of uploaded files. They load with it, because few visitors attach a file. */
export const uploadTexts: Record<Language, UploadTexts> = {
  es: {
    list: "Archivos adjuntos",
    sending: "Subiendo…",
    offline: "Sin conexión. Sigue solo cuando vuelva.",
    retrying: "Se interrumpió. Lo intentamos de nuevo…",
    done: "Listo",
    remove: "Quitar",
    cancel: "Cancelar",
    retry: "Intentar de nuevo",
    rejected: "Uno de los archivos ya no está. Quítalo y adjúntalo de nuevo.",
    faults: {
      tooLarge: "Pasa de 10 MB. No se enviará.",
      tooMany: "Son más de tres archivos. Este no se enviará.",
      empty: "Está vacío. No se enviará.",
      failed: "No se pudo subir. Inténtalo de nuevo o quítalo.",
    },
  },
  en: {
    list: "Attached files",
    sending: "Uploading…",
    offline: "No connection. It goes on by itself when it’s back.",
    retrying: "It was interrupted. Trying again…",
    done: "Ready",
    remove: "Remove",
    cancel: "Cancel",
    retry: "Try again",
    rejected: "One of the files is gone. Remove it and attach it again.",
    faults: {
      tooLarge: "It has more than 10 MB. It won’t be sent.",
      tooMany: "These are more than three files. This one won’t be sent.",
      empty: "It’s empty. It won’t be sent.",
      failed: "It couldn’t be uploaded. Try again, or remove it.",
    },
  },
};
