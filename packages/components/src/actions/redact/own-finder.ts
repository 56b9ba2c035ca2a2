import { allMatches, compileRegex, type Regex } from '@acequia/event';
import { Misconfigured } from '@acequia/component-sdk/runtime';
import type { OwnDetector } from './config.ts';
import { passesLuhn, passesMod97 } from './detectors/check-digits.ts';
import type { Findings } from './scanner.ts';

/** Patterns of the user. They run over characters, so a text is made of the bytes; time is linear in it for each pattern. */
export class OwnFinder {
  readonly #patterns: readonly { readonly regex: Regex; readonly check: OwnDetector['check'] }[];
  readonly #firstKind: number;

  constructor(own: readonly OwnDetector[], firstKind: number) {
    this.#patterns = own.map(({ regex, check }) => {
      const compiled = compileRegex(regex);
      if (!compiled.ok) throw new Misconfigured('CONFIG_REGEX', { message: regex });
      compiled.value.prepare();
      return { regex: compiled.value, check };
    });
    this.#firstKind = firstKind;
  }

  find(bytes: Buffer, from: number, to: number, findings: Findings): void {
    if (this.#patterns.length === 0) return;
    const text = bytes.toString('utf8', from, to);
    const ascii = text.length === to - from;
    for (const [index, { regex, check }] of this.#patterns.entries()) {
      let [seenText, seenByte] = [0, from];
      for (const match of allMatches(regex, text)) {
        if (match.end === match.start) continue;
        const start = ascii ? from + match.start : seenByte + Buffer.byteLength(text.slice(seenText, match.start));
        const end = ascii ? from + match.end : start + Buffer.byteLength(match.groups[0]!);
        [seenText, seenByte] = [match.end, end];
        if (passes(check, bytes, start, end)) findings.add(start, end, this.#firstKind + index);
      }
    }
  }
}

function passes(check: OwnDetector['check'], bytes: Uint8Array, start: number, end: number): boolean {
  if (check === 'luhn') return passesLuhn(bytes, start, end);
  return check === 'none' || passesMod97(bytes, start, end);
}
