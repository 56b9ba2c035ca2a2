/**
 * The tables of one process: of each lookup its versions as blocks, and which one is in force. A swap is one assignment;
 * readers ask at each batch and keep what they hold until they have asked again. Blocks nobody holds are freed.
 */
export class TableShelf {
  readonly #lookups = new Map<string, { readonly versions: Map<number, SharedArrayBuffer>; active: number | undefined }>();

  /** Puts a version up; it is in force only once it is activated. */
  put(lookup: string, version: number, block: SharedArrayBuffer): void {
    let shelf = this.#lookups.get(lookup);
    if (shelf === undefined) this.#lookups.set(lookup, (shelf = { versions: new Map(), active: undefined }));
    shelf.versions.set(version, block);
  }

  has(lookup: string, version: number): boolean {
    return this.#lookups.get(lookup)?.versions.has(version) ?? false;
  }

  /** Puts a version in force. One that was not put up is refused: the version before stays. */
  activate(lookup: string, version: number): boolean {
    const shelf = this.#lookups.get(lookup);
    if (!shelf?.versions.has(version)) return false;
    shelf.active = version;
    return true;
  }

  /** The block of a version, or of the one in force; undefined when there is none. */
  block(lookup: string, version?: number): SharedArrayBuffer | undefined {
    const shelf = this.#lookups.get(lookup);
    const wanted = version ?? shelf?.active;
    return wanted === undefined ? undefined : shelf?.versions.get(wanted);
  }

  /** Of all tables. */
  get bytes(): number {
    let bytes = 0;
    for (const { versions } of this.#lookups.values()) for (const block of versions.values()) bytes += block.byteLength;
    return bytes;
  }

  /** Takes away every version but the named ones (lookup → versions). */
  keepOnly(wanted: ReadonlyMap<string, ReadonlySet<number>>): void {
    for (const [lookup, { versions }] of this.#lookups) {
      for (const version of versions.keys()) if (!wanted.get(lookup)?.has(version)) versions.delete(version);
      if (versions.size === 0) this.#lookups.delete(lookup);
    }
  }
}
