import type { FrameMeta } from '@acequia/batch';

/** Attribute of a refused frame's meta that carries the reason; never a field of an event. */
export const rejectCodeAttribute = 'reject_code';

/** The meta entries of one open block. The received time never goes back within a partition. */
export class MetaDictionary {
  #texts: string[] = [];
  #last: FrameMeta | undefined;
  #lastIndex = 0;
  #byText = new Map<string, number>();

  get texts(): readonly string[] {
    return this.#texts;
  }

  index(meta: FrameMeta, receivedMs: number): number {
    if (meta === this.#last) return this.#lastIndex;
    const text = JSON.stringify(receivedMs === meta.receivedMs ? meta : { ...meta, receivedMs });
    let index = this.#byText.get(text);
    if (index === undefined) {
      index = this.#texts.push(text) - 1;
      this.#byText.set(text, index);
    }
    this.#last = meta;
    this.#lastIndex = index;
    return index;
  }
}
