import { seal, unseal } from './envelope.ts';

/** The deployment's key, and while a rotation is under way the one before it. */
export interface KeyRing {
  readonly current: Uint8Array;
  /** Whether something may still be sealed with the key before. */
  readonly rotating: boolean;
  seal(plain: Uint8Array, context: readonly (string | number)[]): Buffer;
  /** With whichever key sealed it; throws when none of them did. */
  unseal(sealed: Uint8Array, context: readonly (string | number)[]): Buffer;
  /** The same sealed with the present key; undefined when it is already. */
  reseal(sealed: Uint8Array, context: readonly (string | number)[]): Buffer | undefined;
  /** From now on this key seals; the one so far still opens. */
  begin(next: Uint8Array): void;
  /** Nothing is sealed with the key before any more: it is forgotten. */
  finish(): void;
}

export function createKeyRing(first: Uint8Array, before?: Uint8Array): KeyRing {
  let [current, previous] = [first, before];
  const opens = (key: Uint8Array, sealed: Uint8Array, context: readonly (string | number)[]): Buffer | undefined => {
    try {
      return unseal(key, sealed, context);
    } catch {
      return undefined;
    }
  };
  return {
    get current() {
      return current;
    },
    get rotating() {
      return previous !== undefined;
    },
    seal: (plain, context) => seal(current, plain, context),
    unseal: (sealed, context) => opens(current, sealed, context) ?? unseal(previous ?? current, sealed, context),
    reseal: (sealed, context) => {
      if (previous === undefined || opens(current, sealed, context)) return undefined;
      return seal(current, unseal(previous, sealed, context), context);
    },
    begin: (next) => {
      previous = current;
      current = next;
    },
    finish: () => {
      previous = undefined;
    },
  };
}
