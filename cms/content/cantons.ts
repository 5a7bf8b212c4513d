/** The cantons of Costa Rica by province, in the order of the territorial division (84 since 2022). */
const provinces = {
  "San José": [
    ...["San José", "Escazú", "Desamparados", "Puriscal", "Tarrazú", "Aserrí", "Mora", "Goicoechea"],
    ...["Santa Ana", "Alajuelita", "Vázquez de Coronado", "Acosta", "Tibás", "Moravia", "Montes de Oca"],
    ...["Turrubares", "Dota", "Curridabat", "Pérez Zeledón", "León Cortés Castro"],
  ],
  Alajuela: [
    ...["Alajuela", "San Ramón", "Grecia", "San Mateo", "Atenas", "Naranjo", "Palmares", "Poás", "Orotina"],
    ...["San Carlos", "Zarcero", "Sarchí", "Upala", "Los Chiles", "Guatuso", "Río Cuarto"],
  ],
  Cartago: [
    ...["Cartago", "Paraíso", "La Unión", "Jiménez", "Turrialba", "Alvarado", "Oreamuno", "El Guarco"],
  ],
  Heredia: [
    ...["Heredia", "Barva", "Santo Domingo", "Santa Bárbara", "San Rafael", "San Isidro", "Belén", "Flores"],
    ...["San Pablo", "Sarapiquí"],
  ],
  Guanacaste: [
    ...["Liberia", "Nicoya", "Santa Cruz", "Bagaces", "Carrillo", "Cañas", "Abangares", "Tilarán"],
    ...["Nandayure", "La Cruz", "Hojancha"],
  ],
  Puntarenas: [
    ...["Puntarenas", "Esparza", "Buenos Aires", "Montes de Oro", "Osa", "Quepos", "Golfito", "Coto Brus"],
    ...["Parrita", "Corredores", "Garabito", "Monteverde", "Puerto Jiménez"],
  ],
  Limón: ["Limón", "Pococí", "Siquirres", "Talamanca", "Matina", "Guácimo"],
};

/** Cantons of one province. */
export type Area = { province: string; cantons: string[] };

/** Every canton by its province. */
export const areas: readonly Area[] = Object.entries(provinces).map(([province, cantons]) => ({
  province,
  cantons,
}));

/** Those of the cantons that `names` has, by province, in the order of the territorial division. */
export const areasOf = (names: readonly string[]): Area[] =>
  areas
    .map(({ province, cantons }) => ({
      province,
      cantons: cantons.filter((canton) => names.includes(canton)),
    }))
    .filter(({ cantons }) => cantons.length > 0);
