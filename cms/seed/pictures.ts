import { picture } from "./compose.ts";

/** The pictures of the launch copy, described once. */
export const pictures = {
  orchids: picture(
    "home-hero.webp",
    [0.64, 0.42],
    "Orquídeas guaria morada con venas en forma de circuito, nacidas de cables trenzados sobre un pedestal oscuro con pistas doradas.",
    "Guaria morada orchids with circuit-like veins, growing out of braided cables on a dark plinth inlaid with golden traces.",
  ),
  officeCamera: picture(
    "cctv-office-installation.webp",
    [0.79, 0.23],
    "Cámara domo instalada en el techo de una oficina clara, con escritorios y ventanas al fondo.",
    "Dome camera installed on the ceiling of a bright office, with desks and windows in the background.",
  ),
  monitoringCenter: picture(
    "cctv-monitoring-center.webp",
    [0.5, 0.45],
    "Centro de monitoreo: escritorio curvo, teclado y control de cámaras frente a una pared de ocho pantallas con vistas de seguridad.",
    "Monitoring center: a curved desk with keyboard and camera controller in front of a wall of eight screens showing security views.",
  ),
  camera4k: picture(
    "cctv-4k.webp",
    [0.59, 0.48],
    "Primer plano de una cámara de seguridad tipo bala con un gran lente de vidrio y luces infrarrojas, sobre fondo oscuro.",
    "Close-up of a bullet security camera with a large glass lens and infrared lights, on a dark background.",
  ),
  serverRack: picture(
    "technology.webp",
    [0.6, 0.45],
    "Gabinete con servidores y conmutadores de red, con cables verdes, blancos y magenta ordenados.",
    "Rack with servers and network switches, with neatly arranged green, white and magenta cables.",
  ),
  webDesign: picture(
    "web-development.webp",
    [0.55, 0.48],
    "Ventana de navegador en relieve con la estructura de una página web y, al lado, su versión en un teléfono.",
    "Browser window in relief showing the layout of a web page, with its phone version beside it.",
  ),
  workbench: picture(
    "technical-support.webp",
    [0.55, 0.45],
    "Laptop abierta junto a herramientas ordenadas: destornilladores, disco SSD, memoria, cable y caja de tornillos.",
    "Open laptop next to neatly laid out tools: screwdrivers, an SSD drive, a memory stick, a cable and a box of screws.",
  ),
  phoneWithCards: picture(
    "digital-marketing.webp",
    [0.64, 0.47],
    "Teléfono del que salen tarjetas con un gráfico en crecimiento, un corazón y un mensaje.",
    "Phone with cards floating out of it: a growing bar chart, a heart and a chat message.",
  ),
  searchResults: picture(
    "seo.webp",
    [0.6, 0.42],
    "Lupa sobre una lista de resultados de búsqueda; el primero sobresale resaltado en magenta con una flecha hacia arriba.",
    "Magnifying glass over a list of search results; the top one stands out in magenta with an upward arrow.",
  ),
  fiveStars: picture(
    "reputation.webp",
    [0.58, 0.52],
    "Cinco estrellas magenta sobre un pedestal, con un escudo verde de verificación y una placa tipo código QR.",
    "Five magenta stars on a plinth, with a green check-mark shield and a tile in the style of a QR code.",
  ),
  share: picture(
    "og-default.webp",
    [0.58, 0.45],
    "Orquídeas guaria morada sobre un pedestal con pistas de circuito, sobre fondo claro.",
    "Guaria morada orchids on a plinth with circuit traces, on a light background.",
  ),
};
