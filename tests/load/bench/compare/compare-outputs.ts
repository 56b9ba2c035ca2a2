import { flatten, recordDifference, type FlatRecord } from './flat-record.ts';
import { forEachLine } from './output-lines.ts';

/** What a workload's output files must hold. */
export interface Expectation {
  /** Names of the output files. */
  readonly outputs: readonly string[];
  /** Where the event with this number belongs and what of it; undefined: it is dropped. */
  event(index: number): { readonly output: string; readonly record: FlatRecord } | undefined;
  /** The event's number, from a record in the common form. */
  indexOf(record: FlatRecord): number;
  /** Lines are text, not JSON: the record is `{ line }`. */
  readonly text: boolean;
}

export interface Comparison {
  readonly lines: number;
  /** The first thing that is wrong, in words. */
  readonly fault: string | undefined;
}

/**
 * Compares every line with what the data's generator says, whatever the order of the lines. `tidy` brings a system's own
 * names into the common form.
 */
export function compareOutputs(
  pathOf: (output: string) => string,
  expectation: Expectation,
  rows: number,
  tidy: (record: FlatRecord) => FlatRecord,
): Comparison {
  let lines = 0;
  let fault: string | undefined;
  const seen = new Map(expectation.outputs.map((output) => [output, new Uint8Array(rows)]));
  for (const output of expectation.outputs) {
    forEachLine(pathOf(output), (line) => {
      lines += 1;
      fault ??= lineFault(line, output);
    });
  }
  for (let index = 0; index < rows && fault === undefined; index += 1) {
    const expected = expectation.event(index);
    if (expected === undefined) continue;
    const missing = outputsOf(expected.output).find((output) => seen.get(output)![index] === 0);
    if (missing !== undefined) fault = `event ${index} is missing in ${missing}, of ${lines} lines that came`;
  }
  return { lines, fault };

  function lineFault(line: string, output: string): string | undefined {
    const record = readRecord(line);
    if (record === undefined) return `${output}: not a JSON object: ${JSON.stringify(line.slice(0, 60))}`;
    const index = expectation.indexOf(record);
    const expected = index >= 0 && index < rows ? expectation.event(index) : undefined;
    if (expected === undefined) return `${output}: a line that should not be there: ${JSON.stringify(line.slice(0, 120))}`;
    if (!outputsOf(expected.output).includes(output)) return `${output}: event ${index} belongs in ${expected.output}`;
    if ((seen.get(output)![index]! += 1) > 1) return `${output}: event ${index} stands there twice`;
    const difference = recordDifference(expected.record, record);
    return difference === undefined ? undefined : `${output}: event ${index}: ${difference}`;
  }

  function readRecord(line: string): FlatRecord | undefined {
    if (expectation.text) return { line };
    try {
      return tidy(flatten(JSON.parse(line)));
    } catch {
      return undefined;
    }
  }

  function outputsOf(output: string): readonly string[] {
    return output === everyOutput ? expectation.outputs : [output];
  }
}

/** Lines by rows. */
const counted = new WeakMap<Expectation, Map<number, number>>();

/** Lines that all outputs together must have. */
export function expectedLines(expectation: Expectation, rows: number): number {
  const known = counted.get(expectation) ?? new Map<number, number>();
  counted.set(expectation, known);
  const lines = known.get(rows) ?? countLines(expectation, rows);
  known.set(rows, lines);
  return lines;
}

function countLines(expectation: Expectation, rows: number): number {
  let lines = 0;
  for (let index = 0; index < rows; index += 1) {
    const expected = expectation.event(index);
    if (expected !== undefined) lines += expected.output === everyOutput ? expectation.outputs.length : 1;
  }
  return lines;
}

/** The event belongs into each of the outputs. */
export const everyOutput = '*';
