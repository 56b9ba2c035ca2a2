import type { FrameMeta } from '@acequia/batch';

/** Attribute of a refused frame's meta that carries the reason; never a field of an event. */
export const rejectCodeAttribute = 'reject_code';

/** The meta entries of one open block. The received time never goes back within a partition. */
export class MetaDictionary {
  #texts: string[] = [];
  #last: FrameMeta | undefined;
  #lastShift = 0;
  #lastIndex = 0;
  #byText = new Map<string, number>();

  get texts(): readonly string[] {
    return this.#texts;
  }

  /** `shift`: from where a frame lies in the block to where it lay in the bytes handed over. */
  index(meta: FrameMeta, receivedMs: number, shift: number): number {
    const { position } = meta;
    if (meta === this.#last && (position === undefined || shift === this.#lastShift)) return this.#lastIndex;
    const stamped = receivedMs === meta.receivedMs ? meta : { ...meta, receivedMs };
    const text = JSON.stringify(position === undefined ? stamped : { ...stamped, position: position + shift });
    let index = this.#byText.get(text);
    if (index === undefined) {
      index = this.#texts.push(text) - 1;
      this.#byText.set(text, index);
    }
    this.#last = meta;
    this.#lastShift = shift;
    this.#lastIndex = index;
    return index;
  }
}
