import { fork, startNode } from '@acequia/batch';
import { valueToJsonText } from '@acequia/event';
import { fieldsOf, viewOf, type TestEvent } from './event-view.ts';
import type { TestStep } from './run-step.ts';

export interface StepAccount {
  /** Ways the step broke its promises; empty = none. */
  readonly faults: readonly string[];
  readonly taken: number;
  /** Rows the step made itself, and further copies of a row on other ports. */
  readonly created: number;
  readonly sent: number;
  readonly rejected: number;
  readonly filtered: number;
  readonly merged: number;
  readonly expired: number;
  /** Everything that came out, by port, as text: the same input must give the same text. */
  readonly printed: string;
}

/** Runs a step and keeps the books of catalogue 2.4 over it: each row leaves exactly once, by ports that exist, in order. */
export function accountOf({ step, slots, ports }: Pick<TestStep, 'step' | 'slots' | 'ports'>, events: readonly TestEvent[]): StepAccount {
  const view = fork(viewOf(events, slots));
  startNode(view, 'n1');
  const taken = Array.from(view.rows.subarray(0, view.count));
  const order = new Map(taken.map((row, index) => [row, index]));
  const faults: string[] = [];
  const sent = new Map<string, number[]>();
  const ends = new Map<number, string>();
  let [rejected, filtered, merged, expired] = [0, 0, 0, 0];
  const end = (row: number, how: string) => {
    const before = ends.get(row);
    if (before !== undefined && !(how.startsWith('to ') && before.startsWith('to ') && before !== how))
      faults.push(`row ${row}: ${before}, then ${how}`);
    ends.set(row, how);
  };
  const to = (port: number, row: number) => {
    const name = ports[port];
    if (name === undefined || name === 'error') faults.push(`row ${row} leaves by port ${port}, which does not exist`);
    end(row, `to ${name}`);
    const members = sent.get(name ?? '');
    if (members) members.push(row);
    else sent.set(name ?? '', [row]);
  };
  step.step(view, {
    to,
    all: (port) => taken.forEach((row) => to(port, row)),
    reject: (row, code) => {
      rejected++;
      if (!/^[A-Z]+(_[A-Z0-9]+)+$/.test(code)) faults.push(`code ${code}`);
      end(row, `rejected ${code}`);
    },
    filtered: (row, reason) => {
      filtered++;
      end(row, `filtered ${reason}`);
    },
    merged: (row, reason) => {
      merged++;
      end(row, `merged ${reason}`);
    },
    expired: (row, reason) => {
      expired++;
      end(row, `expired ${reason}`);
    },
    emit: () => undefined,
    evicted: () => undefined,
  });
  for (const row of taken) if (!ends.has(row)) faults.push(`row ${row} was forgotten`);
  for (const [port, rows] of sent) {
    const known = rows.map((row) => order.get(row)).filter((at) => at !== undefined);
    if (known.some((at, index) => index > 0 && at <= known[index - 1]!)) faults.push(`order lost on ${port}`);
  }
  const total = [...sent.values()].reduce((sum, rows) => sum + rows.length, 0);
  const added = [...ends.keys()].filter((row) => !order.has(row)).length;
  const copies = total - [...ends.values()].filter((how) => how.startsWith('to ')).length;
  const print = (row: number) =>
    JSON.stringify(Object.entries(fieldsOf(view, row)).map(([name, value]) => [name, typeof value, valueToJsonText(value)]));
  const printed = [...sent].map(([port, rows]) => `${port}: ${rows.map(print).join('\n')}`).join('\n');
  return { faults, taken: taken.length, created: added + copies, sent: total, rejected, filtered, merged, expired, printed };
}
