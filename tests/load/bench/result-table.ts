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
      result.system === 'acequia' ? remark(result.id, all) : '',
      result.loadBound ? 'rate bound by the load generator' : '',
      ...extra,
    ]
      .filter(Boolean)
      .join('; '),
  ];
}

function remark(id: string, all: readonly WorkloadResult[]): string {
  const against = ratioToBestPeer(all, id);
  if (against === undefined) return '';
  const aim = goals[id];
  return `${against.ratio}× ${against.peer}${aim === undefined ? '' : ` (floor ${aim.floor}×, goal ${aim.goal}×)`}`;
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
