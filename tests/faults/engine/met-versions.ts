/** An event's place among those that were sent: `<run>;<number>;<key>;<sequence>;…`. */
interface Sent {
  readonly key: string;
  readonly sequence: number;
}

const examplesMax = 5;

/**
 * Which version of the lookup each event met, at every destination and each time it arrived. Judges that it is one version,
 * that a later event of a sender meets none that is older, and that what was activated is met by what is sent from then on.
 */
export class MetVersions {
  readonly #met = new Map<string, Set<number>>();
  readonly #sent = new Map<string, Sent>();
  /** Of each key, from which of its events on at least which version is met. */
  readonly #least: { readonly sequences: ReadonlyMap<string, number>; readonly version: number }[] = [];

  note(text: string, version: number): void {
    const [, , key, sequence] = text.split(';');
    this.#sent.set(text, { key: key!, sequence: Number(sequence) });
    this.#met.set(text, (this.#met.get(text) ?? new Set()).add(version));
  }

  /** `sequences`: of each key the next event to be sent. */
  activated(version: number, sequences: ReadonlyMap<string, number>): void {
    this.#least.push({ version, sequences });
  }

  /** What is wrong, one sentence each. */
  judge(): string[] {
    const faults: string[] = [];
    const twice = [...this.#met].filter(([, versions]) => versions.size > 1);
    if (twice.length > 0) faults.push(`${twice.length} events met more than one version: ${describe(twice)}`);
    const byKey = Map.groupBy(this.#met, ([text]) => this.#sent.get(text)!.key);
    for (const [key, events] of byKey) {
      const inOrder = events.map(([text, [version]]) => ({ sequence: this.#sent.get(text)!.sequence, version: version! }));
      inOrder.sort((one, other) => one.sequence - other.sequence);
      const back = inOrder.filter(({ version }, index) => index > 0 && version < inOrder[index - 1]!.version);
      if (back.length > 0) faults.push(`${back.length} events of ${key} met an older version than the one before`);
      const late = this.#least.flatMap(({ version, sequences }) =>
        inOrder.filter((event) => event.sequence >= (sequences.get(key) ?? Infinity) && event.version < version),
      );
      if (late.length > 0) faults.push(`${late.length} events of ${key} met a version from before an activation that was told`);
    }
    return faults;
  }
}

const describe = (events: readonly (readonly [string, ReadonlySet<number>])[]): string =>
  events
    .slice(0, examplesMax)
    .map(([text, versions]) => `${text.slice(0, 30)} ${[...versions].join(' and ')}`)
    .join('; ');
