import type { Localised } from '../text.ts';

/** Faults of names and of references to fields. */
export const nameFaultTexts = {
  NAME_EMPTY: { en: 'Enter a name.', es: 'Escribe un nombre.' },
  NAME_TOO_LONG: {
    en: 'The name is too long: fields take 256 bytes, ports 64 characters.',
    es: 'El nombre es demasiado largo: los campos admiten 256 bytes y los puertos 64 caracteres.',
  },
  NAME_RESERVED: {
    en: 'This name is reserved. Choose a name that does not start with _ or $ and is not that of a fixed port.',
    es: 'Este nombre está reservado. Elige uno que no empiece por _ o $ y que no sea el de un puerto fijo.',
  },
  NAME_CHARACTERS: {
    en: 'This name contains a character that is not allowed. Start with a letter and use letters, digits and _.',
    es: 'Este nombre contiene un carácter que no se admite. Empieza por una letra y usa letras, cifras y _.',
  },
  NAME_DUPLICATE: {
    en: 'Another entry has this name already. Choose a different one.',
    es: 'Otra entrada ya tiene este nombre. Elige otro.',
  },
  FIELD_SYNTAX: {
    en: 'This is not a reference to a field[ (position {position})]. Write a name, or a path such as user.name or items[0].',
    es: 'No es una referencia a un campo[ (posición {position})]. Escribe un nombre o una ruta como user.name o items[0].',
  },
  FIELD_UNKNOWN: {
    en: 'No field {field} arrives at this step. Choose another field, or create it in an earlier step.',
    es: 'A este paso no llega ningún campo {field}. Elige otro o créalo en un paso anterior.',
  },
  FIELD_TYPE: {
    en: '{field} is {type}; {expected} is needed here. Convert it first, or choose another field.',
    es: '{field} es {type}; aquí hace falta {expected}. Conviértelo antes o elige otro campo.',
  },
  PATH_SYNTAX: {
    en: 'This path cannot be read[ (position {position})]. Write it like user.name, items[0] or payload["odd key"].',
    es: 'Esta ruta no se puede leer[ (posición {position})]. Escríbela como user.name, items[0] o payload["clave rara"].',
  },
} as const satisfies Readonly<Record<string, Localised>>;
