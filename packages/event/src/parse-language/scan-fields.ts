import { timeMovesOf } from '../time/time-moves.ts';
import type { TimeLocale } from '../time/calendar-names.ts';
import type { FieldType } from '../values.ts';
import type { Marks } from './delimiters.ts';
import type { Options, PatternField } from './pattern-ast.ts';
import { isAsciiText, moving, type ScanStep } from './scan-step.ts';

/** What a value has to become. */
export interface WantedType {
  readonly type: FieldType;
  readonly timeFormat?: string | undefined;
}

export interface FieldSteps {
  readonly steps: readonly ScanStep[];
  readonly type: FieldType;
}

/** The steps that read a field; undefined when its type or an option needs more than bytes. `marks`: what may end it. */
export function fieldSteps(field: PatternField, marks: Marks | undefined, tz: string): FieldSteps | undefined {
  const { type, options } = field;
  const only = (...names: readonly string[]): boolean => [...options.keys()].every((name) => names.includes(name));
  switch (type) {
    case 'string': {
      const found = openOrFixed(options, marks);
      return found && { steps: [found, ...nullText(options), ...(options.get('trim') === true ? [moving('trim')] : [])], type: 'string' };
    }
    case 'bool': {
      const found = openStep(marks);
      const step = boolStep(options);
      return found && step && { steps: [found, step], type: 'boolean' };
    }
    case 'word': {
      const chars = options.get('chars');
      if (chars === undefined) return { steps: [moving('word')], type: 'string' };
      const set = String(chars);
      return isAsciiText(set) ? { steps: [moving('set', { texts: [set], min: 1, max: 0x7fff_ffff })], type: 'string' } : undefined;
    }
    case 'quoted':
      return only() ? { steps: [moving('quoted')], type: 'string' } : undefined;
    case 'int':
    case 'float': {
      const texts = nullText(options).flatMap((step) => step.texts);
      const own = type === 'int' ? 'integer' : 'float';
      return only('null') ? { steps: [moving(own, { texts: texts[0] === '' ? [] : texts })], type: own } : undefined;
    }
    case 'ip': {
      const version = options.get('version');
      return { steps: [moving('ip', { min: typeof version === 'number' ? version : 0 })], type: 'string' };
    }
    case 'timestamp':
      return timeField(options, tz);
    default:
      return undefined;
  }
}

/** The step that converts a value read as `type`; undefined when that takes more than a look at its bytes. */
export function conversionStep(type: FieldType, { type: wanted, timeFormat }: WantedType, tz: string): ScanStep | 'as-it-is' | undefined {
  if (type === wanted) return 'as-it-is';
  if (type !== 'string') return undefined;
  if (wanted === 'integer') return moving('as-integer');
  if (wanted === 'float') return moving('as-float');
  const time = wanted === 'timestamp' ? timeMovesOf(timeFormat, { tz }) : undefined;
  return time && moving('as-time', { time });
}

function openOrFixed(options: Options, marks: Marks | undefined): ScanStep | undefined {
  const length = options.get('length');
  if (typeof length !== 'number') return openStep(marks);
  return Number.isInteger(length) && length >= 0 ? moving('take', { min: length }) : undefined;
}

function openStep(marks: Marks | undefined): ScanStep | undefined {
  if (marks === undefined) return undefined;
  if (marks.marks.length === 0) return moving('rest');
  const texts: string[] = [];
  for (const mark of marks.marks) {
    if (mark === 'newline') texts.push('\r\n', '\n');
    else if ('text' in mark) texts.push(mark.text);
    else if (isAsciiText(mark.chars)) texts.push(...mark.chars);
    else return undefined;
  }
  if (!texts.every((text) => text.isWellFormed())) return undefined;
  const distinct = [...new Set(texts)];
  if (distinct.length === 1 && !marks.mayEnd) return moving('until', { texts: distinct });
  if (distinct.join('') === ' \t' && !marks.mayEnd) return moving('until-blank');
  return moving('until-any', { texts: distinct, min: marks.mayEnd ? 1 : 0 });
}

/** The text that stands for null, where one is given. */
function nullText(options: Options): readonly ScanStep[] {
  const text = options.get('null');
  return typeof text === 'string' && text.isWellFormed() ? [moving('null-text', { texts: [text] })] : [];
}

function boolStep(options: Options): ScanStep | undefined {
  const wordsOf = (name: string, missing: readonly string[]): readonly string[] => {
    const own = options.get(name);
    return own === undefined ? missing : (Array.isArray(own) ? own : [own]).map((word) => String(word).toLowerCase());
  };
  const texts = wordsOf('true', ['true', 'yes', 'on', '1']);
  const others = wordsOf('false', ['false', 'no', 'off', '0']);
  return [...texts, ...others].every((word) => word === '' || isAsciiText(word)) ? moving('bool', { texts, others }) : undefined;
}

function timeField(options: Options, tz: string): FieldSteps | undefined {
  const source = options.get('') ?? options.get('format');
  const own = options.get('tz');
  const locale = options.get('locale');
  const time = timeMovesOf(source === undefined ? undefined : String(source), {
    tz: typeof own === 'string' ? own : tz,
    ...(locale === 'en' || locale === 'es' ? { locale: locale satisfies TimeLocale } : {}),
  });
  return time && { steps: [moving('time', { time })], type: 'timestamp' };
}
