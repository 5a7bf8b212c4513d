import { missingFileTexts } from "#functions/files/carried.ts";

/** The texts of the customer's page without JavaScript. */
export const plainTexts = {
  es: {
    title: "Tu conversación con nosotros",
    linkTitle: "Abre tu conversación",
    reference: "Tu referencia:",
    you: "Tú",
    team: "Nuestro equipo",
    link: "Pega aquí el enlace de nuestro correo",
    open: "Abrir la conversación",
    reply: "Tu respuesta",
    files: "Fotos o archivos (hasta tres, 15 MB en total)",
    attached: "Archivos:",
    send: "Enviar",
    trap: "Deja este campo vacío",
    home: "Ir al inicio",
    notices: {
      received: "Recibimos tu mensaje. Te responderemos por correo.",
      unknown:
        "Este enlace no lleva a ninguna conversación. Puede que esté incompleto, que lo hayamos retirado o que el mensaje ya no exista. Cópialo completo del correo y pégalo otra vez.",
      empty: "Tu mensaje está vacío. Escríbelo y envíalo de nuevo.",
      too_long: "Tu mensaje no se envió: pasa de 10.000 caracteres. Sigue aquí para que lo acortes.",
      files:
        "Tu mensaje no se envió. Acepta hasta tres archivos, de 10 MB cada uno y 15 MB en total. Lo que escribiste sigue aquí.",
      missing_file: missingFileTexts.es,
      too_many:
        "Recibimos demasiados mensajes en poco tiempo. El tuyo sigue aquí: espera un momento y envíalo de nuevo.",
      failed:
        "No pudimos completar lo que pediste. Lo que escribiste sigue aquí: inténtalo de nuevo en unos minutos.",
    },
  },
  en: {
    title: "Your conversation with us",
    linkTitle: "Open your conversation",
    reference: "Your reference:",
    you: "You",
    team: "Our team",
    link: "Paste the link from our email here",
    open: "Open the conversation",
    reply: "Your reply",
    files: "Photos or files (up to three, 15 MB in all)",
    attached: "Files:",
    send: "Send",
    trap: "Leave this field empty",
    home: "Go to the home page",
    notices: {
      received: "We got your message. We’ll reply by email.",
      unknown:
        "This link doesn’t lead to any conversation. It may be incomplete, we may have withdrawn it, or the message no longer exists. Copy the whole link from the email and paste it again.",
      empty: "Your message is empty. Write it and send it again.",
      too_long:
        "Your message was not sent: it has more than 10,000 characters. It’s still here for you to shorten.",
      files:
        "Your message was not sent. It takes up to three files, 10 MB each and 15 MB in all. What you wrote is still here.",
      missing_file: missingFileTexts.en,
      too_many:
        "We got too many messages in a short time. Yours is still here: wait a moment and send it again.",
      failed: "We couldn’t do what you asked. What you wrote is still here: try again in a few minutes.",
    },
  },
};
