import { createHmac } from 'node:crypto';
import type { RedactMode } from './config.ts';

/** What stands where a value stood. `found` makes its text, only when it is needed. */
export type Replacement = (kind: number, found: () => string) => string;

/** Kinds whose separators and case say nothing, so that one value has one hash. */
const compact: ReadonlySet<string> = new Set(['card', 'phone', 'iban', 'dni', 'nie', 'cif', 'ssn', 'nino', 'mac']);
const hashHexLength = 16;
const keptLast = 4;
/** Shorter values would be given away by their last four signs. */
const partialMin = 8;
const sign = /[\p{L}\p{N}]/u;

/** How a mode writes; `names` are the detectors' in the order of their kinds. */
export function replacementOf(mode: Exclude<RedactMode, 'detect-only'>, names: readonly string[], key: string): Replacement {
  const labels = names.map((name) => name.toUpperCase());
  switch (mode) {
    case 'label':
      return (kind) => `[${labels[kind]}]`;
    case 'mask':
      return (_kind, found) => masked(found());
    case 'partial':
      return (_kind, found) => partlyMasked(found());
    case 'hash':
      return (kind, found) => `[${labels[kind]}:${hashOf(key, canonical(names[kind]!, found()))}]`;
    case 'remove':
      return () => '';
  }
}

const masked = (text: string): string => '*'.repeat(Array.from(text).length);

function partlyMasked(text: string): string {
  const characters = Array.from(text);
  const signs = characters.filter((character) => sign.test(character)).length;
  if (signs < partialMin) return masked(text);
  let left = signs - keptLast;
  return characters.map((character) => (sign.test(character) && left-- > 0 ? '*' : character)).join('');
}

function canonical(name: string, text: string): string {
  if (name === 'email') return text.toLowerCase();
  return compact.has(name) ? text.replace(/[\s.:()-]/g, '').toUpperCase() : text;
}

const hashOf = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, hashHexLength);
