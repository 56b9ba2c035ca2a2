import type { Localised } from '../text.ts';
import { regexFaultTexts } from './regex.ts';

/** Faults of parse patterns, grok patterns, regular expressions and time patterns while they are written. */
export const patternFaultTexts = {
  PATTERN_SYNTAX: {
    en: 'The pattern cannot be read[ near “{detail}”][, at position {position}].',
    es: 'El patrón no se entiende[ cerca de «{detail}»][, en la posición {position}].',
  },
  PATTERN_NAME: {
    en: 'This field name cannot be used[: {detail}]. Use letters, digits, _, - and dots, each name once.',
    es: 'Ese nombre de campo no sirve[: {detail}]. Usa letras, cifras, _, - y puntos, y cada nombre una sola vez.',
  },
  PATTERN_TYPE: { en: 'There is no type {detail} in the parse language.', es: 'El lenguaje de análisis no tiene el tipo {detail}.' },
  PATTERN_OPTION: {
    en: 'This option does not exist for the type, or its value is not allowed[: {detail}].',
    es: 'Esa opción no existe para el tipo, o su valor no se admite[: {detail}].',
  },
  PATTERN_NESTING: {
    en: 'Patterns are nested too deeply. Parse the inner part in a second step.',
    es: 'Hay demasiados patrones anidados. Analiza la parte interior en un segundo paso.',
  },
  PATTERN_TOUCH: {
    en: 'Two fields touch, so the end of the first is unclear. Put a text between them, or limit the first.',
    es: 'Dos campos se tocan y no se sabe dónde acaba el primero. Pon un texto entre ellos o limita el primero.',
  },
  PATTERN_TOO_LONG: {
    en: 'The pattern is too long[: at most {detail} characters].',
    es: 'El patrón es demasiado largo[: como máximo {detail} caracteres].',
  },
  GROK_UNKNOWN: {
    en: 'There is no grok pattern {detail}. Add it to the definitions, or choose another.',
    es: 'No existe el patrón grok {detail}. Añádelo a las definiciones o elige otro.',
  },
  GROK_TYPE: {
    en: 'Grok has no type {detail} here. Use int or float, or leave it out.',
    es: 'Grok no conoce aquí el tipo {detail}. Usa int, float o no pongas ninguno.',
  },
  GROK_LOOP: {
    en: 'This grok pattern contains itself[: {detail}]. Remove the reference to itself.',
    es: 'Este patrón grok se contiene a sí mismo[: {detail}]. Quita la referencia a sí mismo.',
  },
  GROK_PATTERN: {
    en: 'The regular expression behind this grok pattern is not valid[: {detail}].',
    es: 'La expresión regular de este patrón grok no es válida[: {detail}].',
  },
  ...regexFaultTexts,
  TIME_PATTERN: {
    en: 'This is not a time pattern[ (position {position})][: expected {expected}].',
    es: 'No es un patrón de hora[ (posición {position})][: «{expected}»].',
  },
} as const satisfies Readonly<Record<string, Localised>>;
