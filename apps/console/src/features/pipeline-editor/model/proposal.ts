import { previewParsers, proposeParser, proposePattern, type ParserPreview, type ParserProposal } from '@acequia/components/definitions';

/** Parsers that fit sample lines; the first reads the field, each further one a text that an earlier one found. */
export interface Proposal {
  readonly parsers: readonly [ParserProposal, ...ParserProposal[]];
  /** By the first parser alone, and by all of them. */
  readonly preview: ParserPreview;
  readonly whole: ParserPreview;
  readonly lines: number;
}

/** Undefined for plain text. `nowMs` settles the year of times without one. */
export function proposalFor(lines: readonly string[], field: string, nowMs: number): Proposal | undefined {
  const known = proposeParser(lines, field);
  const pattern = known.length === 0 ? proposePattern(lines, field) : undefined;
  const [first, ...further] = pattern ? [pattern] : known;
  if (!first) return undefined;
  const nearNs = BigInt(nowMs) * 1_000_000n;
  const preview = previewParsers([first], lines, nearNs);
  const whole = previewParsers([first, ...further], lines, nearNs);
  return preview && whole && { parsers: [first, ...further], preview, whole, lines: lines.length };
}
