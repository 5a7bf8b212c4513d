import { expect, test } from "vitest";
import spanish from "#web/language/messages/es/private.json" with { type: "json" };

test("the private pages have the texts of the specification", () => {
  expect(spanish).toMatchObject({
    "toast.error": "Error",
    "inbox.new": "Nuevo",
    "inbox.load.failed": "No se pudieron cargar los mensajes",
    "inbox.markRead.failed": "No se pudo marcar como leído",
    "inbox.markUnread.failed": "No se pudo marcar como no leído",
    "inbox.delete.failed": "No se pudo eliminar el mensaje",
    "inbox.markRead.done": "Marcado como leído",
    "inbox.markUnread.done": "Marcado como no leído",
    "inbox.delete.done": "Mensaje eliminado",
    "inbox.delete.doneDetail": "El mensaje ha sido eliminado permanentemente",
    "auth.error.unexpected": "Ocurrió un error inesperado",
    "auth.mismatch": "Las contraseñas no coinciden",
    "auth.signUp.done": "Cuenta creada",
    "auth.signUp.doneDetail": "Revisa tu email para confirmar tu cuenta.",
    "auth.signIn.done": "Sesión iniciada",
    "auth.signIn.doneDetail": "Bienvenido de vuelta.",
  });
});
