import type { Localised } from '../text.ts';

/** Faults of conditions, expressions and templates while they are written. */
export const expressionFaultTexts = {
  EXPR_SYNTAX: {
    en: 'Not understood[ near “{detail}”][, at position {position}].',
    es: 'No se entiende[ cerca de «{detail}»][, en la posición {position}].',
  },
  /** `EXPR_SYNTAX` where the text ends too early. */
  EXPR_END: { en: 'Something is missing at the end.', es: 'Falta algo al final.' },
  EXPR_TOO_LONG: { en: 'Longer than 4 KiB. Split it into two steps.', es: 'Ocupa más de 4 KiB. Repártelo en dos pasos.' },
  EXPR_TOO_DEEP: {
    en: 'Nested too deeply. Compute a part of it in an earlier step and save it in a separate field.',
    es: 'Demasiados niveles. Calcula una parte en un paso anterior y guárdala en otro campo.',
  },
  EXPR_TOO_LARGE: { en: 'Too many parts. Split it into two steps.', es: 'Demasiadas partes. Repártelo en dos pasos.' },
  EXPR_UNKNOWN_FUNCTION: {
    en: 'There is no function {detail}. The list of functions opens with Insert function.',
    es: 'No existe la función {detail}. La lista de funciones se abre con Insertar función.',
  },
  EXPR_ARGUMENTS: {
    en: 'The number or the type of the arguments is wrong[: {detail}]. The list of functions shows an example.',
    es: 'El número o el tipo de los argumentos no es correcto[: {detail}]. La lista de funciones muestra un ejemplo.',
  },
  EXPR_UNKNOWN_FIELD: {
    en: 'No field {detail} arrives here. Choose another field, or create it in an earlier step.',
    es: 'Aquí no llega ningún campo {detail}. Elige otro o créalo en un paso anterior.',
  },
  EXPR_WRONG_TYPE: {
    en: 'This does not fit the type[: {detail}]. Convert one of the two sides.',
    es: 'No encaja con el tipo[: {detail}]. Convierte uno de los dos lados.',
  },
  EXPR_NEVER_TRUE: {
    en: 'This test can never be true[: {detail}]. Change it or remove it.',
    es: 'Esta comprobación nunca puede cumplirse[: {detail}]. Cámbiala o quítala.',
  },
  EXPR_PATTERN: { en: 'The pattern must be a fixed text in quotes.', es: 'El patrón debe ser un texto fijo entre comillas.' },
  EXPR_LIKE_TOO_LONG: {
    en: 'A pattern after like has at most {detail} characters. Shorten it, or use several tests.',
    es: 'Un patrón de like tiene como máximo {detail} caracteres. Acórtalo o usa varias comprobaciones.',
  },
  EXPR_NOT_CONDITION: {
    en: 'This is a value, not a condition. Compare it with something.',
    es: 'Esto es un valor, no una condición. Compáralo con algo.',
  },
  TEMPLATE_SYNTAX: {
    en: 'The template cannot be read[ near “{detail}”][, at position {position}]. References are ${name}, expressions {{ … }}.',
    es: 'La plantilla no se entiende[ cerca de «{detail}»][, en la posición {position}]. Las referencias son ${nombre} y las expresiones {{ … }}.',
  },
  TEMPLATE_EXPRESSION: {
    en: 'An expression of the template is not understood[ near “{detail}”][, at position {position}].',
    es: 'No se entiende una expresión de la plantilla[ cerca de «{detail}»][, en la posición {position}].',
  },
  TEMPLATE_TOO_LONG: {
    en: 'The template is too long[: at most {detail} characters].',
    es: 'La plantilla es demasiado larga[: como máximo {detail} caracteres].',
  },
} as const satisfies Readonly<Record<string, Localised>>;
