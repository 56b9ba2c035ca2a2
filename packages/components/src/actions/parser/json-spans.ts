import { cellTags, type BatchView, type CellTag, type Row, type Slot } from '@acequia/batch';
import { spendRun } from '@acequia/event';
import { JsonScanner } from '../../formats/json/scan.ts';

/** Steps of reading a text, beside those of its bytes. */
const textSteps = 50;

/** Members of one object as they lie in the source's bytes; reused from event to event. */
export class JsonSpans {
  readonly #scanner = new JsonScanner();
  readonly #names = new Map<string, string>();
  count = 0;
  readonly names: string[] = [];
  readonly starts: number[] = [];
  readonly lengths: number[] = [];
  readonly tags: CellTag[] = [];
  /** Where reading stopped, in bytes. */
  faultAt = 0;

  /**
   * Reads the object in a text cell. False: the text has no plain form (other cell, escaped keys, faults, many names) and
   * must be read the slow way, which also words the fault. Counts among the steps of the run; throws `EXPR_LIMIT` when it has none left.
   */
  read(view: BatchView, row: Row, source: Slot): boolean {
    this.count = 0;
    const tag = view.tag(row, source);
    if (tag !== cellTags.text && tag !== cellTags.json) return false;
    const bytes = view.bytes(row, source);
    if (bytes === undefined) return false;
    spendRun(textSteps + bytes.length);
    let plain = true;
    const whole = this.#scanner.members(bytes, 0, bytes.length, (nameOffset, nameLength, escapedName, offset, length, valueTag) => {
      if (escapedName || (valueTag === cellTags.json && this.#scanner.hasLoneSurrogate)) plain = false;
      const i = this.count;
      this.names[i] = this.#nameOf(bytes, nameOffset, nameLength);
      this.starts[i] = offset;
      this.lengths[i] = length;
      this.tags[i] = valueTag;
      this.count = i + 1;
    });
    return whole && plain;
  }

  /** Source texts of the objects and arrays found by `read`, by name; of a name that stands twice, the last. */
  nested(view: BatchView, row: Row, source: Slot): ReadonlyMap<string, string> {
    const bytes = view.bytes(row, source);
    const texts = new Map<string, string>();
    for (let i = 0; i < this.count && bytes !== undefined; i += 1) {
      const start = this.starts[i]!;
      if (this.tags[i] === cellTags.json)
        texts.set(this.names[i]!, Buffer.from(bytes.buffer, bytes.byteOffset + start, this.lengths[i]!).toString());
      else texts.delete(this.names[i]!);
    }
    return texts;
  }

  #nameOf(bytes: Uint8Array, offset: number, length: number): string {
    let key = '';
    for (let i = offset; i < offset + length; i += 1) key += String.fromCharCode(bytes[i]!);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = Buffer.from(key, 'latin1').toString('utf8');
    if (this.#names.size < 4096) this.#names.set(key, name);
    return name;
  }
}
