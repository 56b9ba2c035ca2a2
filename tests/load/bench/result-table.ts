import { goals } from './goals.ts';
import { ratioToBestPeer, type WorkloadResult } from './results.ts';

const columns = ['id', 'system', 'events/s', 'CPU s/M', 'peak MB', 'spread', 'remark'];

function cells(result: WorkloadResult, all: readonly WorkloadResult[]): string[] {
  if ('notMeasured' in result) return [result.id, result.system, '–', '–', '–', '–', `not measured: ${result.notMeasured}`];
  const extra = Object.entries(result.extra ?? {}).map(([name, value]) => `${name} ${value}`);
  return [
    result.id,
    result.system,
    result.eventsPerSecond.toLocaleString('en'),
    result.cpuSecondsPerMillion.toFixed(2),
    String(result.rssMb),
    `${Math.round(result.cpuSpread * 100)} %`,
    [
      result.valid ? '' : `INVALID: ${result.fault}`,
      remark(result, all),
      result.loadBound ? 'rate bound by the load generator' : '',
      ...extra,
    ]
      .filter(Boolean)
      .join('; '),
  ];
}

/** What one of our forms came to against the best peer, and what it must. */
function remark({ id, system }: WorkloadResult, all: readonly WorkloadResult[]): string {
  if (system !== 'acequia' && system !== 'acequia-floor') return '';
  const against = ratioToBestPeer(all, id, system);
  if (against === undefined) return '';
  const aim = goals[id];
  if (aim === undefined) return `${against.ratio}× ${against.peer}`;
  const wanted = system === 'acequia' ? `goal ${aim.goal}×` : `floor ${aim.floor}×`;
  return `${against.ratio}× ${against.peer} (${wanted})`;
}

/** The results as text, one line each, columns aligned. */
export function printTable(results: readonly WorkloadResult[]): string {
  const rows = [columns, ...results.map((result) => cells(result, results))];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
