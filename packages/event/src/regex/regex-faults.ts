/** Why a pattern is refused while it is typed. */
export interface RegexFault {
  readonly code: 'REGEX_SYNTAX' | 'REGEX_TOO_LONG' | 'REGEX_PROGRAM' | 'REGEX_LOOK_AROUND' | 'REGEX_BACK_REFERENCE' | 'REGEX_ATOMIC';
  /** UTF-16 offset in the pattern. */
  readonly offset: number;
  readonly hint: { readonly en: string; readonly es: string };
}

/** Finds constructs that RE2 refuses and people expect, to name them with their place. */
export function findRefused(source: string): RegexFault | undefined {
  let inClass = false;
  for (let i = 0; i < source.length; i += 1) {
    const c = source[i];
    if (c === '\\') {
      const next = source[i + 1] ?? '';
      if (!inClass && /[1-9]/.test(next)) return fault('REGEX_BACK_REFERENCE', i);
      if (!inClass && next === 'k' && /^[<{']/.test(source.slice(i + 2))) return fault('REGEX_BACK_REFERENCE', i);
      if (next === 'Q') {
        const end = source.indexOf('\\E', i);
        if (end < 0) return undefined;
        i = end;
      }
      i += 1;
    } else if (inClass) {
      if (c === ']') inClass = false;
    } else if (c === '[') {
      inClass = true;
      if (source[i + 1] === '^') i += 1;
      if (source[i + 1] === ']') i += 1;
    } else if (c === '(' && source[i + 1] === '?') {
      if (/^\(\?<?[=!]/.test(source.slice(i, i + 4))) return fault('REGEX_LOOK_AROUND', i);
      if (source[i + 2] === '>') return fault('REGEX_ATOMIC', i);
    } else if (/[*+?}]/.test(c!) && source[i + 1] === '+') {
      return fault('REGEX_ATOMIC', i + 1);
    }
  }
  return undefined;
}

const fault = (code: RegexFault['code'], offset: number): RegexFault => ({ code, offset, hint: regexHints[code] });

/** What to do instead, for forms. */
export const regexHints: Readonly<Record<RegexFault['code'], { readonly en: string; readonly es: string }>> = {
  REGEX_TOO_LONG: { en: 'A pattern holds at most 4 KiB.', es: 'Una expresión admite como máximo 4 KiB.' },
  REGEX_PROGRAM: {
    en: 'This pattern grows too large. Use smaller repetition counts.',
    es: 'Esta expresión se vuelve demasiado grande. Usa repeticiones más cortas.',
  },
  REGEX_SYNTAX: { en: 'This is not a valid RE2 pattern.', es: 'No es una expresión RE2 válida.' },
  REGEX_LOOK_AROUND: {
    en: 'Look-ahead and look-behind are not available. Capture the part you want with a group, or use two conditions.',
    es: 'No se puede mirar adelante ni atrás. Captura con un grupo la parte que quieres, o usa dos condiciones.',
  },
  REGEX_BACK_REFERENCE: {
    en: 'Back-references are not available. Capture both parts and compare them in a condition.',
    es: 'No se puede repetir lo capturado. Captura las dos partes y compáralas en una condición.',
  },
  REGEX_ATOMIC: {
    en: 'Possessive and atomic groups are not needed here: every pattern runs in linear time. Remove the extra + or ?>.',
    es: 'Los grupos atómicos y posesivos no hacen falta: toda expresión tarda un tiempo lineal. Quita el + o el ?> de más.',
  },
};
