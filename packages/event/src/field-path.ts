import { err, ok, type Result } from '@acequia/base';
import type { FieldSet } from './field-set.ts';

export type PathStep = string | number;

/**
 * A parsed reference (catalogue 1.6). `names` are the dot-separated words before the first bracket; how many of them
 * make up the field's name is settled by the fields that exist (the longest wins). `steps` walk on from there.
 */
export interface FieldPath {
  readonly names: readonly string[];
  readonly steps: readonly PathStep[];
  /** Ends with `[*]`: every element. */
  readonly each: boolean;
}

export interface PathFault {
  readonly code: 'PATH_SYNTAX';
  readonly offset: number;
  readonly expected: string;
}

const pathLengthMax = 1024;
const word = /[^\s.[\]{}"'$]+/y;
const index = /-?\d{1,9}/y;

/** Reads the text between `${` and `}`. */
export function parsePath(text: string): Result<FieldPath, PathFault> {
  const fault = (offset: number, expected: string) => err<PathFault>({ code: 'PATH_SYNTAX', offset, expected });
  if (text.length > pathLengthMax) return fault(pathLengthMax, 'a shorter path');
  const names: string[] = [];
  const steps: PathStep[] = [];
  let each = false;
  let bracketSeen = false;
  let at = 0;
  const readWord = (): boolean => {
    word.lastIndex = at;
    const match = word.exec(text);
    if (!match) return false;
    (bracketSeen ? steps : names).push(match[0]);
    at = word.lastIndex;
    return true;
  };
  if (!readWord()) return fault(at, 'a field name');
  while (at < text.length) {
    if (each) return fault(at, 'the end after [*]');
    if (text[at] === '.') {
      at += 1;
      if (!readWord()) return fault(at, 'a name');
      continue;
    }
    if (text[at] !== '[') return fault(at, '. or [');
    bracketSeen = true;
    at += 1;
    if (text[at] === '*') {
      each = true;
      at += 1;
    } else if (text[at] === '"' || text[at] === "'") {
      const end = quotedEnd(text, at);
      if (end < 0) return fault(at, 'a closing quote');
      steps.push(unquote(text.slice(at + 1, end)));
      at = end + 1;
    } else {
      index.lastIndex = at;
      const match = index.exec(text);
      if (!match) return fault(at, 'a number, a quoted key or *');
      steps.push(Number(match[0]));
      at = index.lastIndex;
    }
    if (text[at] !== ']') return fault(at, ']');
    at += 1;
  }
  return ok({ names, steps, each });
}

function quotedEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === text[start]) return i;
  }
  return -1;
}

const unquote = (body: string): string => body.replace(/\\(.)/gsu, '$1');

const plainStep = /^[^\s.[\]{}"'$]+$/;

/** The path as text, as it stands between `${` and `}`; `parsePath` reads it back equal. */
export function printPath(path: FieldPath): string {
  let text = path.names.join('.');
  let bracketed = false;
  for (const step of path.steps) {
    if (typeof step === 'number') {
      text += `[${step}]`;
      bracketed = true;
    } else if (bracketed && plainStep.test(step)) {
      text += `.${step}`;
    } else {
      text += `["${step.replace(/["\\]/g, '\\$&')}"]`;
      bracketed = true;
    }
  }
  return path.each ? `${text}[*]` : text;
}

/** One reading of a path: which words are the field's name, and how to walk on inside it. */
export interface ResolvedPath {
  readonly field: string;
  readonly steps: readonly PathStep[];
}

/**
 * All readings of a path, the longest field name first. Fields that are known settle it: one reading is left. With an
 * open field set the choice falls per event, by the fields that are there.
 */
export function readingsOf(path: FieldPath, fields?: FieldSet): ResolvedPath[] {
  const readings: ResolvedPath[] = [];
  for (let n = path.names.length; n >= 1; n -= 1) {
    const field = path.names.slice(0, n).join('.');
    const reading = { field, steps: [...path.names.slice(n), ...path.steps] };
    readings.push(reading);
    if (fields?.fields.has(field)) return fields.open && readings.length > 1 ? readings : [reading];
  }
  return fields !== undefined && !fields.open ? [readings.at(-1)!] : readings;
}
