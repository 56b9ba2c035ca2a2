import type { Localised } from '../text.ts';

/** Faults of names and of references to fields. */
export const nameFaultTexts = {
  NAME_EMPTY: { en: 'Give it a name.', es: 'Ponle un nombre.' },
  NAME_TOO_LONG: {
    en: 'The name is too long: fields take 256 bytes, ports 64 characters.',
    es: 'El nombre es demasiado largo: los campos admiten 256 bytes y los puertos 64 caracteres.',
  },
  NAME_RESERVED: {
    en: 'This name is reserved. Names that begin with _ or $, and names of fixed ports, cannot be given.',
    es: 'Este nombre está reservado. No se pueden dar nombres que empiecen por _ o $ ni los de puertos fijos.',
  },
  NAME_CHARACTERS: {
    en: 'A name cannot hold this character. Use letters, digits, _, - and dots.',
    es: 'Un nombre no puede llevar ese carácter. Usa letras, cifras, _, - y puntos.',
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
    en: 'No field {field} arrives here. Choose one of those that do, or make it further up.',
    es: 'Aquí no llega ningún campo {field}. Elige uno de los que llegan o créalo más arriba.',
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
