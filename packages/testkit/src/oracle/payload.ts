import { seededRandom } from './seeded-random.ts';

/** What a payload says of itself. */
export interface PayloadHead {
  /** Number of the event in the run. */
  readonly number: number;
  readonly key: string;
  /** Place among the events of its key, from 0. */
  readonly sequence: number;
}

/** Letters that formats like to get wrong; no line ends. */
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789', 'ñ', '→', '🌊', '"', '\\', '<', '&', '=', '\t', ' ', ',', "'"];
const fillerMax = 240;

/** `<run>;<number>;<key>;<sequence>;<filler>`: the same text for the same arguments, so nothing has to be kept to check one. */
export function payloadOf(run: number, { number, key, sequence }: PayloadHead): string {
  const random = seededRandom(Math.imul(run + 1, 0x9e3779b1) ^ number);
  let filler = '';
  for (let left = random.below(fillerMax); left > 0; left--) filler += random.pick(letters);
  return `${run};${number};${key};${sequence};${filler}.`;
}

/** Undefined when the text is no payload of this run. */
export function readPayloadHead(run: number, text: string): PayloadHead | undefined {
  const match = /^(\d+);(\d+);([^;]*);(\d+);/.exec(text);
  if (!match || Number(match[1]) !== run) return undefined;
  return { number: Number(match[2]), key: match[3]!, sequence: Number(match[4]) };
}
