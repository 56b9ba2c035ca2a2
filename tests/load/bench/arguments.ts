import { parseArgs } from 'node:util';
import { fullRows } from './data/data-kinds.ts';
import { systemIds, type SystemId } from './systems/system.ts';

/** What the command was asked to do. */
export interface BenchArguments {
  /** Print nothing but the progress and, as last line, one JSON object. */
  readonly json: boolean;
  /** Only these ids; undefined: all. */
  readonly only: readonly string[] | undefined;
  readonly systems: readonly SystemId[];
  readonly rounds: number;
  /** Lines of data for each workload. */
  readonly rows: number;
}

export const usage = `Usage: npm run bench -- [--json] [--only <id>,…] [--systems <id>,…] [--floor] [--rounds <n>] [--quick] [--rows <n>]
  --json    no table; the last line is one JSON object
  --only    only these ids
  --systems only these of ${systemIds.join(', ')}
  --floor   also acequia-floor: Acequia's JavaScript steps alone, without compiled kernels
  --rounds  runs of each system, taking turns (5)
  --quick   a fifth of the data and 3 rounds: for tuning, not for publishing
  --rows    lines of data for every workload (${fullRows})`;

const fullRounds = 5;
const quickRounds = 3;
const quickPart = 5;

/** Reads the command line; answers with a sentence where it does not hold. */
export function readArguments(args: readonly string[], ids: readonly string[]): BenchArguments | string {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        only: { type: 'string' },
        systems: { type: 'string' },
        floor: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        quick: { type: 'boolean', default: false },
        rows: { type: 'string' },
      },
    }));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const rounds = Number(values.rounds ?? (values.quick ? quickRounds : fullRounds));
  if (!Number.isInteger(rounds) || rounds < 1) return `--rounds is a whole number from 1 on, not ${values.rounds}`;
  const rows = values.rows === undefined ? undefined : Number(values.rows);
  if (rows !== undefined && (!Number.isInteger(rows) || rows < 1)) return `--rows is a whole number from 1 on, not ${values.rows}`;
  const only = listOf(values.only);
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown !== undefined) return `there is no workload ${unknown}; there are ${ids.join(', ')}`;
  const systems = listOf(values.systems);
  const stranger = systems?.find((id) => !systemIds.some((known) => known === id));
  if (stranger !== undefined) return `there is no system ${stranger}; there are ${systemIds.join(', ')}`;
  return {
    json: values.json,
    only,
    systems: systemIds.filter((id) => (id === 'acequia-floor' && values.floor) || (systems?.includes(id) ?? id !== 'acequia-floor')),
    rounds,
    rows: rows ?? (values.quick ? fullRows / quickPart : fullRows),
  };
}

const listOf = (text: string | undefined): readonly string[] | undefined => text?.split(',').map((id) => id.trim());
