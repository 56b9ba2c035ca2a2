import { normalSet, type CharSet, type RegexNode } from './regex-syntax.ts';

const windowMax = 200;
const pathsMax = 32;

/**
 * Whether a backtracking engine provably needs time linear in the text, for every text. Conservative: `false` only means
 * "not proven". Two shapes are proven:
 * - anchored at the beginning and deterministic: wherever the engine may choose, the next character leaves one way, so
 *   going back fails at once;
 * - a search whose part that can fail has bounded length and few ways, followed at most by a run of one set that cannot fail.
 */
export function isLinear(node: RegexNode): boolean {
  if (!capturesOutsideLoops(node, false) || !anchorsAtEdges(node)) return false;
  const parts = flatten(node);
  if (parts[0]?.kind === 'begin') return deterministic(parts.slice(1)) || boundedSearch(parts.slice(1));
  return boundedSearch(parts);
}

function flatten(node: RegexNode): readonly RegexNode[] {
  if (node.kind === 'sequence') return node.parts.flatMap(flatten);
  if (node.kind === 'group') return node.body.kind === 'choice' ? [node.body] : flatten(node.body);
  return [node];
}

/** The two engines differ in what a group inside a loop has captured at the end. */
function capturesOutsideLoops(node: RegexNode, inLoop: boolean): boolean {
  switch (node.kind) {
    case 'group':
      return !(inLoop && node.capture) && capturesOutsideLoops(node.body, inLoop);
    case 'repeat':
      return capturesOutsideLoops(node.body, inLoop || node.max > 1);
    case 'sequence':
      return node.parts.every((part) => capturesOutsideLoops(part, inLoop));
    case 'choice':
      return node.branches.every((branch) => capturesOutsideLoops(branch, inLoop));
    default:
      return true;
  }
}

/** `^` only first and `$` only last in the whole pattern. */
function anchorsAtEdges(node: RegexNode): boolean {
  const parts = flatten(node);
  return parts.every((part, i) => {
    if (part.kind === 'begin') return i === 0;
    if (part.kind === 'end') return i === parts.length - 1;
    return !holdsAnchor(part);
  });
}

function holdsAnchor(node: RegexNode): boolean {
  switch (node.kind) {
    case 'begin':
    case 'end':
      return true;
    case 'sequence':
      return node.parts.some(holdsAnchor);
    case 'choice':
      return node.branches.some(holdsAnchor);
    case 'group':
    case 'repeat':
      return holdsAnchor(node.body);
    default:
      return false;
  }
}

/** Longest text and number of ways a part can match; Infinity when unbounded. */
function size(node: RegexNode): { length: number; paths: number } {
  switch (node.kind) {
    case 'set':
      return { length: 1, paths: 1 };
    case 'begin':
    case 'end':
    case 'boundary':
      return { length: 0, paths: 1 };
    case 'group':
      return size(node.body);
    case 'sequence':
      return node.parts.map(size).reduce((a, b) => ({ length: a.length + b.length, paths: a.paths * b.paths }), { length: 0, paths: 1 });
    case 'choice':
      return node.branches
        .map(size)
        .reduce((a, b) => ({ length: Math.max(a.length, b.length), paths: a.paths + b.paths }), { length: 0, paths: 0 });
    case 'repeat': {
      if (node.max === Infinity) return { length: Infinity, paths: Infinity };
      const body = size(node.body);
      const ways = (node.max - node.min + 1) * Math.max(1, body.paths ** node.max);
      return { length: body.length * node.max, paths: ways };
    }
  }
}

function boundedSearch(parts: readonly RegexNode[]): boolean {
  const last = parts.at(-1);
  const tail = last?.kind === 'repeat' && last.max === Infinity && last.min <= 1 && unwrap(last.body).kind === 'set';
  const whole = size({ kind: 'sequence', parts: tail ? parts.slice(0, -1) : parts });
  return whole.length <= windowMax && (whole.paths <= pathsMax || isWordChoice(parts));
}

/** Only a choice between words: many branches cost a first look each. */
function isWordChoice(parts: readonly RegexNode[]): boolean {
  return parts.length === 1 && parts[0]!.kind === 'choice' && size(parts[0]!).paths <= 200;
}

function unwrap(node: RegexNode): RegexNode {
  return node.kind === 'group' && !node.capture
    ? unwrap(node.body)
    : node.kind === 'sequence' && node.parts.length === 1
      ? unwrap(node.parts[0]!)
      : node;
}

interface Look {
  readonly first: CharSet;
  readonly nullable: boolean;
}

function look(node: RegexNode): Look {
  switch (node.kind) {
    case 'set':
      return { first: node.set, nullable: false };
    case 'begin':
    case 'end':
    case 'boundary':
      return { first: [], nullable: true };
    case 'group':
      return look(node.body);
    case 'sequence':
      return lookOf(node.parts, { first: [], nullable: true });
    case 'choice': {
      const looks = node.branches.map(look);
      return { first: normalSet(looks.flatMap((l) => [...l.first])), nullable: looks.some((l) => l.nullable) };
    }
    case 'repeat': {
      const body = look(node.body);
      return { first: body.first, nullable: body.nullable || node.min === 0 };
    }
  }
}

function lookOf(parts: readonly RegexNode[], after: Look): Look {
  let result = after;
  for (let i = parts.length - 1; i >= 0; i -= 1) {
    const own = look(parts[i]!);
    result = own.nullable ? { first: normalSet([...own.first, ...result.first]), nullable: result.nullable } : own;
  }
  return result;
}

function disjoint(a: CharSet, b: CharSet): boolean {
  return a.every(([low, high]) => b.every(([l, h]) => high < l || h < low));
}

function deterministic(parts: readonly RegexNode[]): boolean {
  return walk({ kind: 'sequence', parts }, { first: [], nullable: true });
}

function walk(node: RegexNode, after: Look): boolean {
  switch (node.kind) {
    case 'group':
      return walk(node.body, after);
    case 'sequence':
      return node.parts.every((part, i) => walk(part, lookOf(node.parts.slice(i + 1), after)));
    case 'choice':
      return node.branches.every((branch, i) => {
        const own = look(branch);
        const others = node.branches.slice(i + 1).map(look);
        return !own.nullable && others.every((other) => disjoint(own.first, other.first)) && walk(branch, after);
      });
    case 'repeat': {
      if (node.max === 0) return true;
      const body = look(node.body);
      if (body.nullable) return false;
      const optional = node.max > node.min;
      if (optional && !disjoint(body.first, after.first)) return false;
      const again: Look = node.max > 1 ? { first: normalSet([...body.first, ...after.first]), nullable: after.nullable } : after;
      return walk(node.body, again);
    }
    default:
      return true;
  }
}
