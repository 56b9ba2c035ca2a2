import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPinned } from '../../measure/pinned-process.ts';
import { awaitReady } from '../await-ready.ts';
import { tidySyslog } from '../structured-data.ts';
import type { System } from '../system.ts';
import { fluentBitConfig, lookupScript, parsersFile } from './config.ts';

const stopPatienceMs = 20_000;

/** The binary that `FLUENT_BIT` names, or the one on the PATH. */
function findProgram(): string | undefined {
  const program = process.env['FLUENT_BIT'] ?? 'fluent-bit';
  return spawnSync(program, ['--version']).status === 0 ? program : undefined;
}

export function fluentBit(): System {
  const program = findProgram();
  const absent = 'no binary: set FLUENT_BIT or put fluent-bit on the PATH';
  return {
    id: 'fluent-bit',
    missing: () => (program === undefined ? absent : undefined),
    start: async (workload, place) => {
      if (program === undefined) throw new Error(absent);
      const config = join(place.run, 'fluent-bit.conf');
      writeFileSync(config, fluentBitConfig(workload, place));
      writeFileSync(join(place.run, 'parsers.conf'), parsersFile);
      writeFileSync(join(place.run, 'lookup.lua'), lookupScript(place));
      const started = startPinned({ command: [program, '-c', config], cores: place.cores, log: join(place.run, 'log') });
      await awaitReady(started, workload.input, place.port);
      return { ...started, stop: () => started.stop(stopPatienceMs) };
    },
    tidy: (workload, record) => (workload.startsWith('W2') || workload === 'fanout' ? tidySyslog(record) : record),
  };
}
