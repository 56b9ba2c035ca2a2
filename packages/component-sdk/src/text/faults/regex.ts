import type { Localised } from '../text.ts';

/** Faults of regular expressions, each with an example that works. */
export const regexFaultTexts = {
  REGEX_SYNTAX: {
    en: 'This isn’t a regular expression in RE2 syntax; ^(\\w+): (.*)$ is one.',
    es: 'No es una expresión regular con la sintaxis de RE2; ^(\\w+): (.*)$ sí lo es.',
  },
  REGEX_GROUP_OPEN: {
    en: 'This group isn’t closed. Add a closing ), as in (\\d+), or write \\( for the character.',
    es: 'Este grupo no se cierra. Añade un ), como en (\\d+), o escribe \\( para el carácter.',
  },
  REGEX_GROUP_CLOSE: {
    en: 'This ) closes no group. Add an opening (, as in (\\d+), or write \\) for the character.',
    es: 'Este ) no cierra ningún grupo. Añade un (, como en (\\d+), o escribe \\) para el carácter.',
  },
  REGEX_GROUP_NAME: {
    en: 'This isn’t a group that RE2 knows. A group with a name looks like (?P<user>\\w+).',
    es: 'RE2 no conoce este grupo. Un grupo con nombre es así: (?P<user>\\w+).',
  },
  REGEX_GROUP_TWICE: {
    en: 'Two groups have this name. Rename one, as in (?P<user_2>\\w+).',
    es: 'Dos grupos tienen este nombre. Cambia uno, como en (?P<user_2>\\w+).',
  },
  REGEX_SET_OPEN: {
    en: 'This set isn’t closed. Add a closing ], as in [a-z], or write \\[ for the character.',
    es: 'Este conjunto no se cierra. Añade un ], como en [a-z], o escribe \\[ para el carácter.',
  },
  REGEX_SET_RANGE: {
    en: 'A range goes from the lower to the higher character, as in [a-z].',
    es: 'Un rango va del carácter menor al mayor, como en [a-z].',
  },
  REGEX_REPEAT_NOTHING: {
    en: 'There is nothing to repeat before this. Put a character first, as in .*, or write \\* for the character.',
    es: 'Delante no hay nada que repetir. Pon antes un carácter, como en .*, o escribe \\* para el carácter.',
  },
  REGEX_REPEAT_TWICE: {
    en: 'Two repetitions follow each other. Keep one, as in a*, or group the first, as in (?:a*)*.',
    es: 'Hay dos repeticiones seguidas. Deja una, como en a*, o agrupa la primera, como en (?:a*)*.',
  },
  REGEX_REPEAT_COUNT: {
    en: 'A repetition counts up, to 1000 at most, as in \\d{1,3}.',
    es: 'Una repetición va de menos a más, hasta 1000, como en \\d{1,3}.',
  },
  REGEX_ESCAPE: {
    en: 'RE2 doesn’t know this escape. Write the character without \\, or use one such as \\d, \\s or \\t.',
    es: 'RE2 no conoce este escape. Escribe el carácter sin \\ o usa uno como \\d, \\s o \\t.',
  },
  REGEX_BACKSLASH: {
    en: 'A backslash needs a character after it. Write \\\\ for the backslash itself.',
    es: 'Tras una barra invertida va un carácter. Escribe \\\\ para la propia barra.',
  },
  REGEX_TOO_LONG: { en: 'A pattern can have at most 4 KiB.', es: 'Una expresión admite como máximo 4 KiB.' },
  REGEX_PROGRAM: {
    en: 'This pattern grows too large. Use smaller repetition counts.',
    es: 'Esta expresión se vuelve demasiado grande. Usa repeticiones más cortas.',
  },
  REGEX_LOOK_AROUND: {
    en: 'Lookahead and lookbehind are not supported. Capture the part you want with a group, or use two conditions.',
    es: 'No se admiten lookahead ni lookbehind. Captura con un grupo la parte que quieres, o usa dos condiciones.',
  },
  REGEX_BACK_REFERENCE: {
    en: 'Backreferences are not supported. Capture both parts and compare them in a condition.',
    es: 'No se admiten referencias hacia atrás. Captura las dos partes y compáralas en una condición.',
  },
  REGEX_ATOMIC: {
    en: 'Possessive and atomic groups are not needed here: every pattern runs in linear time. Remove the extra + or ?>.',
    es: 'Los grupos atómicos y posesivos no hacen falta: toda expresión tarda un tiempo lineal. Quita el + o el ?> de más.',
  },
} as const satisfies Readonly<Record<string, Localised>>;
