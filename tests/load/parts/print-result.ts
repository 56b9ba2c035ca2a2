import { cpus, loadavg } from 'node:os';

/** What was measured, and what is wanted of it. */
export interface Figure {
  readonly name: string;
  readonly is: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/**
 * Ends a load program: each figure beside what is wanted of it, one a line, then one JSON object. With `--json` that object alone.
 * The machine stands in it, for the figures depend on it; they fail nothing.
 */
export function printResult(test: string, figures: readonly Figure[], rest: Readonly<Record<string, unknown>>): void {
  const lines = figures.map(
    (figure) => `${figure.name} ${round(figure.is)} (wanted ${wish(figure)}): ${isMet(figure) ? 'met' : 'not met'}\n`,
  );
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
  const loadAverage = round(loadavg()[0]!);
  if (!process.argv.includes('--json')) process.stdout.write(lines.join(''));
  process.stdout.write(`${JSON.stringify({ test, figures, machine, node: process.version, loadAverage, ...rest })}\n`);
}

/** The first argument that is no option. */
export const argumentOr = (fallback: number): number => Number(process.argv.slice(2).find((text) => !text.startsWith('--')) ?? fallback);

const isMet = ({ is, atLeast = -Infinity, atMost = Infinity }: Figure): boolean => is >= atLeast && is <= atMost;

const wish = ({ atLeast, atMost }: Figure): string =>
  [atLeast === undefined ? '' : `at least ${atLeast}`, atMost === undefined ? '' : `at most ${atMost}`].filter(Boolean).join(' and ');

const round = (figure: number): number => Math.round(figure * 100) / 100;
