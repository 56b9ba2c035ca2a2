/** Something that reads bytes from outside, in the form a fuzzer needs. */
export interface FuzzTarget {
  readonly id: string;
  /** Good input to begin with. */
  readonly seeds: readonly Uint8Array[];
  /** Pieces of the grammar, to put anywhere. */
  readonly words: readonly string[];
  /** Reads the input and returns the frames (or records) in it. Throws `Unbalanced` when not each became an event, a refusal or nothing; any other error is a crash. */
  read(input: Uint8Array): number;
}

/** What went in is not what came out. */
export class Unbalanced extends Error {
  override readonly name = 'Unbalanced';
}

export function expectEqual(what: string, found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Unbalanced(`${what}: ${one.slice(0, 200)}, wanted ${other.slice(0, 200)}`);
}
