/**
 * Which branch writes which file of this worker. A path belongs to one branch until that branch closes, so that a new
 * pipeline version waits for the old one's last lines and two pipelines never write into each other's file.
 */
export class PathClaims {
  readonly #owners = new Map<string, object>();

  /** False while another owner holds the absolute path. */
  take(path: string, owner: object): boolean {
    const holder = this.#owners.get(path);
    if (holder !== undefined && holder !== owner) return false;
    this.#owners.set(path, owner);
    return true;
  }

  release(owner: object): void {
    for (const [path, holder] of this.#owners) if (holder === owner) this.#owners.delete(path);
  }
}
