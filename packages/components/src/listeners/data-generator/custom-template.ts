import { err, ok, type Result } from '@acequia/base';
import { parseNetwork } from './network-text.ts';
import type { Template } from './templates/template.ts';
import type { Scene } from './world.ts';

type Piece = (scene: Scene) => string;
type Arguments = readonly (string | number)[];

/** `pick("a", "b")` `int(1, 9)` `ip("10.0.0.0/8")` `seq()` `now()` `user()` `host()` */
const functions: Readonly<Record<string, (args: Arguments) => Piece | undefined>> = {
  pick: (args) => (args.length === 0 ? undefined : ({ draw }) => String(draw.pick(args))),
  int: ([min, max, extra]) =>
    Number.isSafeInteger(min) && Number.isSafeInteger(max) && extra === undefined && min! <= max!
      ? ({ draw }) => String(draw.int(min as number, max as number))
      : undefined,
  ip: ([network, extra]) => {
    const parsed = typeof network === 'string' && extra === undefined ? parseNetwork(network) : undefined;
    return parsed && (({ draw }) => parsed.address(draw.fraction()));
  },
  seq: (args) => (args.length === 0 ? ({ index }) => String(index) : undefined),
  now: (args) => (args.length === 0 ? ({ timeMs }) => new Date(timeMs).toISOString() : undefined),
  user: (args) => (args.length === 0 ? ({ person }) => person.name : undefined),
  host: (args) => (args.length === 0 ? ({ host }) => host.name : undefined),
};

/** The user's text with calls in `{{ }}`. A text that is an object of JSON is spread into fields. Error: offset of the fault. */
export function parseCustomTemplate(source: string): Result<Template, number> {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    const text = source.slice(at, open < 0 ? source.length : open);
    if (text !== '') pieces.push(() => text);
    if (open < 0) break;
    const close = source.indexOf('}}', open);
    if (close < 0) return err(open);
    const piece = parseCall(source.slice(open + 2, close).trim());
    if (!piece) return err(open);
    pieces.push(piece);
    at = close + 2;
  }
  return ok({
    json: source.trimStart().startsWith('{') && !source.trimStart().startsWith('{{'),
    write: (scene) => pieces.map((piece) => piece(scene)).join(''),
  });
}

function parseCall(text: string): Piece | undefined {
  const match = /^([a-z]+)\s*\((.*)\)$/s.exec(text);
  const make = match && Object.hasOwn(functions, match[1]!) ? functions[match[1]!] : undefined;
  const args = match ? parseArguments(match[2]!) : undefined;
  return make && args ? make(args) : undefined;
}

function parseArguments(text: string): Arguments | undefined {
  const args: (string | number)[] = [];
  const one = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+))\s*(,|$)/y;
  if (text.trim() === '') return args;
  for (;;) {
    const match = one.exec(text);
    if (!match) return undefined;
    args.push(match[3] === undefined ? (match[1] ?? match[2]!).replace(/\\(.)/g, '$1') : Number(match[3]));
    if (match[4] === '') return args;
  }
}
