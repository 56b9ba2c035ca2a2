import { watch, type FSWatcher } from 'node:fs';

const watchersMax = 512;

/** Calls back soon after something changes in one of the folders. Only a hint: what it misses, polling finds. */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  set(folders: readonly string[]): void {
    const wanted = new Set(folders.slice(0, watchersMax));
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of wanted) {
      if (this.#watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, (event) => event === 'rename' && this.#changed());
        watcher.on('error', () => {
          watcher.close();
          this.#watchers.delete(folder);
        });
        this.#watchers.set(folder, watcher);
      } catch {
        return;
      }
    }
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }
}
