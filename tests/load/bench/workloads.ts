import { expectations } from './compare/expectations.ts';
import type { Expectation } from './compare/compare-outputs.ts';
import type { DataKind } from './data/data-kinds.ts';

/** How the events come in: over one TCP connection, four HTTP connections, or as a file that appears in a watched folder. */
export type InputKind = 'tcp' | 'http' | 'file';

/** A workload that every system can be given (design of the measurements: docs/benchmarks/engine.md). */
export interface Workload {
  readonly id: WorkloadId;
  readonly title: string;
  readonly data: DataKind;
  readonly input: InputKind;
  readonly expectation: Expectation;
}

export const workloadIds = ['W1', 'W2-file', 'W2-tcp', 'W3-file', 'W3-http', 'W4-translated', 'W4-any', 'W5', 'W6', 'fanout'] as const;
export type WorkloadId = (typeof workloadIds)[number];

const workload = (
  id: WorkloadId,
  title: string,
  data: DataKind,
  input: InputKind,
  expectation: Expectation,
): readonly [WorkloadId, Workload] => [id, { id, title, data, input, expectation }];

export const workloads: ReadonlyMap<WorkloadId, Workload> = new Map([
  workload('W1', 'lines over TCP to a file, unchanged', 'syslog', 'tcp', expectations.linesUnchanged),
  workload('W2-file', 'syslog from a file to JSON', 'syslog', 'file', expectations.syslogToJson),
  workload('W2-tcp', 'syslog over TCP to JSON', 'syslog', 'tcp', expectations.syslogToJson),
  workload('W3-file', 'JSON from a file: drop half, add, rename, remove', 'json', 'file', expectations.jsonTransformed),
  workload('W3-http', 'JSON over HTTP: drop half, add, rename, remove', 'json', 'http', expectations.jsonTransformed),
  workload('W4-translated', 'access log, 8 captures by a pattern', 'access', 'file', expectations.accessParsed),
  workload('W4-any', 'access log, 8 captures by a regular expression', 'access', 'file', expectations.accessParsed),
  workload('W5', 'key=value, lookup in 10,000 rows, 3 routes', 'firewall', 'file', expectations.firewallRouted),
  workload('W6', 'e-mail addresses and card numbers hidden', 'private', 'file', expectations.privateMasked),
  workload('fanout', 'syslog over TCP to three JSON files', 'syslog', 'tcp', expectations.syslogToThree),
]);
