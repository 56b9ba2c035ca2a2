const fieldNameBytesMax = 256;
const fieldName = /^[A-Za-z0-9#\-.][A-Za-z0-9#\-._]*$/;
const key = /^[A-Za-z][A-Za-z0-9_]*$/;
const portName = /^[A-Za-z0-9 .\-_]+$/;
const reservedPorts = new Set(['default', 'error']);

export type NameFault = 'NAME_EMPTY' | 'NAME_TOO_LONG' | 'NAME_RESERVED' | 'NAME_CHARACTERS' | 'NAME_DUPLICATE';

/** Checks the name of a field made by a user (catalogue 1.2); undefined = fine. */
export function checkFieldName(name: string): NameFault | undefined {
  if (name === '') return 'NAME_EMPTY';
  if (name.startsWith('_')) return 'NAME_RESERVED';
  if (!fieldName.test(name)) return 'NAME_CHARACTERS';
  return name.length > fieldNameBytesMax ? 'NAME_TOO_LONG' : undefined;
}

/** As `checkFieldName`, for message-builder destinations and generated fields, which may not begin with `$` either. */
export function checkGeneratedName(name: string): NameFault | undefined {
  return name.startsWith('$') ? 'NAME_RESERVED' : checkFieldName(name);
}

/** Checks a message-builder key (JSON, key-value, CSV header). */
export function checkKey(name: string): NameFault | undefined {
  if (name === '') return 'NAME_EMPTY';
  return key.test(name) ? undefined : 'NAME_CHARACTERS';
}

/** Checks the name of a condition or port. */
export function checkConditionName(name: string): NameFault | undefined {
  if (name === '') return 'NAME_EMPTY';
  if (name.length > 64) return 'NAME_TOO_LONG';
  if (reservedPorts.has(name)) return 'NAME_RESERVED';
  return portName.test(name) ? undefined : 'NAME_CHARACTERS';
}

/** Index and fault of every bad name of a list; `NAME_DUPLICATE` marks the later of two equal names. */
export function checkNames(
  names: readonly string[],
  check: (name: string) => NameFault | undefined,
): { index: number; fault: NameFault }[] {
  const seen = new Set<string>();
  const faults: { index: number; fault: NameFault }[] = [];
  names.forEach((name, index) => {
    const fault = check(name) ?? (seen.has(name) ? 'NAME_DUPLICATE' : undefined);
    seen.add(name);
    if (fault) faults.push({ index, fault });
  });
  return faults;
}

/** Whether text may stand as a literal in a structured form: printable ASCII without blanks, 1–1,024 characters. */
export function isFormLiteral(text: string): boolean {
  return text.length <= 1024 && /^[\x21-\x7e]+$/.test(text);
}

const dirty = /[^A-Za-z0-9#\-._]/gu;

/**
 * The field name for a name that came from data. `position` (from 1) names the field when nothing usable is left.
 * Collisions are the caller's: see `NameCleaner`.
 */
export function cleanName(name: string, position: number): string {
  if (fieldName.test(name) && name.length <= fieldNameBytesMax) return name;
  const cleaned = name.replace(dirty, '_').replace(/^_+/, '').slice(0, fieldNameBytesMax);
  return cleaned === '' ? `field_${position}` : cleaned;
}

/** Cleans the names of one event in order and settles collisions with `_2`, `_3`…, in time linear in the names. */
export class NameCleaner {
  readonly #taken: Set<string>;
  /** The least number that may still be free, by the text before it and its digits. */
  readonly #next = new Map<string, number>();
  #position = 0;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  clean(name: string): string {
    this.#position += 1;
    const base = cleanName(name, this.#position);
    const own = this.#taken.has(base) ? this.#numbered(base) : base;
    this.#taken.add(own);
    return own;
  }

  /** The name with the least number from 2 that is free. A longer number leaves less room for the text before it. */
  #numbered(base: string): string {
    for (let digits = 1; ; digits += 1) {
      const stem = base.slice(0, fieldNameBytesMax - 1 - digits);
      const place = `${digits} ${stem}`;
      const end = 10 ** digits;
      let n = this.#next.get(place) ?? Math.max(2, end / 10);
      while (n < end && this.#taken.has(`${stem}_${n}`)) n += 1;
      this.#next.set(place, n);
      if (n < end) return `${stem}_${n}`;
    }
  }
}
