import * as z from 'zod';

/** Largest number that an `integer` column of PostgreSQL holds. */
export const int32Max = 2_147_483_647;
/** The last millisecond of the year 9999, which is the last year that every date column, date format and calendar here knows. */
export const dateMsMax = 253_402_300_799_999;
const dateSecondsMax = Math.floor(dateMsMax / 1000);
/** Levels of nested JSON, as many as a decoded event may have. */
const jsonDepthMax = 64;
const idCharsMax = 64;
const keyCharsMax = 256;

/** No lone surrogate: two different ones would become the same replacement character in UTF-8, and so the same name. */
const wellFormed = String.raw`\ud800-\udfff`;
const pattern = (refused: string) => new RegExp(String.raw`^[^${refused}]*$`, 'u');
const rawPattern = pattern(wellFormed);
/** PostgreSQL holds no NUL in text and jsonb. */
const textPattern = pattern(String.raw`\u0000${wellFormed}`);
const linePattern = pattern(String.raw`\u0000-\u001f\u007f${wellFormed}`);

/** Text that is never stored as text (an event, a frame): everything that can be written in UTF-8. */
export const raw = (max: number) => z.string().max(max).regex(rawPattern);
/** Text of several lines, as PostgreSQL holds it. */
export const text = (max: number) => z.string().max(max).regex(textPattern);
/** Text of one line: a name, a search, an address. Without control characters. */
export const line = (max: number) => z.string().max(max).regex(linePattern);
/** One line with something else than blanks in it, which are cut off at both ends. */
export const filledLine = (max: number) => z.string().trim().min(1).max(max).regex(linePattern).regex(/\S/u);
/** An address of the web. */
export const httpAddress = (max: number) =>
  z
    .url({ protocol: /^https?$/ })
    .max(max)
    .regex(linePattern);
/** Of anything: of which kind it is, the service says (ACQ-NOT-FOUND for what is none). */
export const id = line(idCharsMax);

export const integer = (min: number, max: number) => z.int().min(min).max(max);
/** A number that grows with each change, kept in an `integer` column. */
export const counter = integer(0, int32Max);
/** What is said of a moment that is given as something else, such as a text. */
export const momentFaults = ['expected_milliseconds', 'expected_seconds'] as const;
const moment = (fault: (typeof momentFaults)[number], max: number) =>
  z
    .int({ error: ({ code, input }) => (code === 'invalid_type' && input !== undefined && input !== null ? fault : undefined) })
    .min(0)
    .max(max);
/** A moment, ms since 1970. */
export const dateMs = moment('expected_milliseconds', dateMsMax);
/** A moment, seconds since 1970. */
export const dateSeconds = moment('expected_seconds', dateSecondsMax);

/** Of a path or a query, where it comes as digits. */
export const integerParameter = (min: number, max: number, step = 1) =>
  z.preprocess(readInteger, step === 1 ? integer(min, max) : integer(min, max).multipleOf(step));
export const dateMsParameter = z.preprocess(readInteger, dateMs);
/** Of a query, where it comes as a word. */
export const booleanParameter = z.preprocess((value: boolean) => booleans.get(value) ?? value, z.boolean());
/** Of a query, where a list of one looks like no list. */
export const listParameter = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess((value: z.input<T>[]) => (typeof value === 'string' ? [value] : value), z.array(item).max(max));

/** Any JSON value that a `jsonb` column holds, at most 64 levels deep. Its texts are bounded by the size of the call alone. */
export const json = z.unknown().check(({ value, issues }) => {
  const fault = findJsonFault(value);
  if (fault) issues.push({ code: 'custom', message: fault.name, params: { fault: fault.name }, path: [...fault.path], input: value });
});
/** A JSON object, such as the settings of a component, which its own schema checks further. */
export const jsonObject = z.record(line(keyCharsMax), json);

const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function readInteger(value: number): unknown {
  const given: unknown = value;
  return typeof given === 'string' && /^-?\d{1,17}$/.test(given) ? Number(given) : given;
}

interface JsonFault {
  readonly path: readonly (string | number)[];
  readonly name: 'invalid_characters' | 'not_finite' | 'too_deep';
}

/** Without recursion: what is too deep must not end the stack. */
function findJsonFault(root: unknown): JsonFault | undefined {
  const waiting: { readonly value: unknown; readonly path: readonly (string | number)[] }[] = [{ value: root, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !textPattern.test(value)) return { path, name: 'invalid_characters' };
    if (typeof value === 'number' && !Number.isFinite(value)) return { path, name: 'not_finite' };
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= jsonDepthMax) return { path: path.slice(0, 1), name: 'too_deep' };
    for (const [key, member] of Object.entries(value)) {
      if (!textPattern.test(key)) return { path, name: 'invalid_characters' };
      waiting.push({ value: member, path: [...path, Array.isArray(value) ? Number(key) : key] });
    }
  }
  return undefined;
}
