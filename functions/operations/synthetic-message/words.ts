/**
 * Where the way of a canary ended, in its order: the site did not take it, the database is away or does not have it, the provider did not take its
 * mail, or did not deliver it.
 */
export const canaryStages = ["form", "database", "mail", "delivery"] as const;
export type CanaryStage = (typeof canaryStages)[number];

/** What the administrators are told, in the company's language. */
export type News = { title: string; text: string };

const happened: Record<CanaryStage, string> = {
  form: "El sitio no recibió un mensaje de prueba. Puede que los de tus clientes tampoco entren por el formulario: prueba el WhatsApp y el teléfono mientras tanto.",
  database:
    "Un mensaje de prueba no se guardó en la base de datos. Los de tus clientes esperan a salvo hasta que vuelva.",
  mail: "El proveedor de correo no aceptó un mensaje de prueba. Los mensajes de tus clientes están en el buzón; los avisos por correo no salen.",
  delivery:
    "El proveedor aceptó un mensaje de prueba y no lo entregó. Los mensajes de tus clientes están en el buzón; es posible que los avisos por correo no lleguen.",
};

/** Where the way of a message breaks off. */
export const broken = (stage: CanaryStage): News => ({
  title: "Los mensajes del sitio no llegan",
  text: happened[stage],
});

/** That it is whole again. */
export const mended: News = {
  title: "Los mensajes del sitio llegan otra vez",
  text: "Un mensaje de prueba hizo todo el camino: formulario, base de datos, correo y entrega.",
};
