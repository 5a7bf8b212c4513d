// Attackers try these patterns first. Lists of leaked passwords omit them, because guessing them needs no list.

/** Common words of passwords in both languages: terms for passwords, users, greetings, seasons, months, the country. */
export const usualWords = [
  ...["contraseña", "clave", "acceso", "entrar", "password", "secret", "access", "login"],
  ...[
    "administrador",
    "administradora",
    "administración",
    "administrator",
    "admin",
    "usuario",
    "user",
    "invitado",
  ],
  ...["bienvenido", "bienvenida", "bienvenidos", "welcome", "hola", "hello"],
  ...["primavera", "verano", "otoño", "invierno", "spring", "summer", "autumn", "winter"],
  ...["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto"],
  ...["septiembre", "setiembre", "octubre", "noviembre", "diciembre"],
  ...["january", "february", "march", "april", "june", "july", "august"],
  ...["september", "october", "november", "december"],
  ...["costarica", "puravida"],
];

const year = "(?:19|20)\\d\\d";
const month = "(?:0?[1-9]|1[0-2])";
const day = "(?:0?[1-9]|[12]\\d|3[01])";
const gap = "[-./ ]?";
const date = new RegExp(
  `^(?:${[
    `${year}${gap}${month}${gap}${day}`,
    `${day}${gap}${month}${gap}${year}`,
    `${month}${gap}${day}${gap}${year}`,
    `${year}(?:${gap}${year})*`,
  ].join("|")})$`,
);

/** Returns whether a text is a date in a usual notation, or a sequence of years. */
export const isDate = (text: string): boolean => date.test(text);

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Returns the step between two characters. A run has steps of 1, -1 or 0. The digit 0 follows 9, as on a keyboard. */
function step(from: number, to: number): number {
  const difference = to - from;
  return Math.abs(difference) === 9 && isDigit(from) && isDigit(to) ? -Math.sign(difference) : difference;
}

/**
 * Returns whether a text is one or two runs, such as "987654321" and "abcd1234". In a run, every character is the next
 * one, the previous one or the same one.
 */
export function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => step(codes[index] as number, code));
  let runs = 1;
  let direction: number | null = null;
  for (const currentStep of steps) {
    const continuesRun: boolean =
      Math.abs(currentStep) <= 1 && (direction === null || currentStep === direction);
    if (!continuesRun) runs += 1;
    direction = continuesRun ? currentStep : null;
  }
  return runs <= 2;
}
