import { spendRun } from '@acequia/event';
import { isDigit } from './detectors/byte-classes.ts';
import type { Detector, Span } from './detectors/detector.ts';

/** Steps of putting one finding in its place. */
const settleSteps = 20;

/** Findings in one text, by start; reused from text to text. `kinds[i]` is the place of its detector in the list. */
export class Findings {
  count = 0;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly kinds: number[] = [];

  clear(): void {
    this.count = 0;
  }

  add(start: number, end: number, kind: number): void {
    const i = this.count;
    this.starts[i] = start;
    this.ends[i] = end;
    this.kinds[i] = kind;
    this.count = i + 1;
  }

  /**
   * Keeps findings that do not overlap: the longest first, then the detector that comes first in the list, then the first in the text.
   * Counts among the steps of the run.
   */
  settle(): void {
    if (this.count < 2) return;
    spendRun(this.count * settleSteps);
    const all = Array.from({ length: this.count }, (_, i) => ({ start: this.starts[i]!, end: this.ends[i]!, kind: this.kinds[i]! }));
    const kept: typeof all = [];
    for (const finding of all.sort((a, b) => b.end - b.start - (a.end - a.start) || a.kind - b.kind || a.start - b.start)) {
      let low = 0;
      let high = kept.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (kept[middle]!.start < finding.end) low = middle + 1;
        else high = middle;
      }
      if (low > 0 && kept[low - 1]!.end > finding.start) continue;
      spendRun((kept.length - low) >> 3);
      kept.splice(low, 0, finding);
    }
    this.clear();
    for (const { start, end, kind } of kept) this.add(start, end, kind);
  }
}

interface Asked {
  readonly detector: Detector;
  readonly kind: number;
}

/** Asks detectors at their anchors, in one pass over the bytes. */
export class Scanner {
  readonly #asked: (readonly Asked[] | undefined)[] = Array.from({ length: 256 }, () => undefined);
  readonly #isAnchor = new Uint8Array(256);
  readonly #next: Uint32Array;
  readonly #span: Span = { start: 0, end: 0 };

  constructor(detectors: readonly Detector[]) {
    this.#next = new Uint32Array(detectors.length);
    for (const [kind, detector] of detectors.entries()) {
      for (const byte of new Set(detector.anchors)) {
        this.#isAnchor[byte] = 1;
        this.#asked[byte] = [...(this.#asked[byte] ?? []), { detector, kind }];
      }
    }
  }

  /** Adds what the detectors find in `[from, to)`, overlaps included. */
  scan(bytes: Uint8Array, from: number, to: number, findings: Findings): void {
    const isAnchor = this.#isAnchor;
    this.#next.fill(from);
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at]!;
      if (isAnchor[byte] === 0) continue;
      if (byte >= 0x30 && byte <= 0x39 && at > from && isDigit(bytes[at - 1])) continue;
      for (const { detector, kind } of this.#asked[byte]!) {
        if (at < this.#next[kind]! || !detector.find(bytes, at, from, to, this.#span)) continue;
        findings.add(this.#span.start, this.#span.end, kind);
        this.#next[kind] = this.#span.end;
      }
    }
  }
}
