import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FlatRecord } from '../../compare/flat-record.ts';
import { startPinned } from '../../measure/pinned-process.ts';
import { awaitReady } from '../await-ready.ts';
import { debianPeer } from '../debian-peer.ts';
import { tidySyslog } from '../structured-data.ts';
import type { System } from '../system.ts';
import { syslogNgConfig, syslogNgLacks } from './config.ts';

const stopPatienceMs = 20_000;

export function syslogNg(): System {
  const peer = debianPeer('syslog-ng-mod-add-contextual-data', 'usr/sbin/syslog-ng', ['usr/lib/syslog-ng/3.38']);
  return {
    id: 'syslog-ng',
    missing: (workload) => (typeof peer === 'string' ? peer : syslogNgLacks[workload]),
    start: async (workload, place) => {
      if (typeof peer === 'string') throw new Error(peer);
      const config = join(place.run, 'syslog-ng.conf');
      writeFileSync(config, syslogNgConfig(workload, place));
      const state = (name: string) => join(place.run, name);
      const stateFiles = ['-R', state('persist'), '-p', state('pid'), '-c', state('control')];
      const program = startPinned({
        command: [peer.program, '-F', '--no-caps', `--module-path=${peer.modules}`, '-f', config, ...stateFiles],
        cores: place.cores,
        env: peer.env,
        log: state('log'),
      });
      await awaitReady(program, workload.input, place.port);
      return { ...program, stop: () => program.stop(stopPatienceMs) };
    },
    tidy: (workload, record) => (workload.startsWith('W2') || workload === 'fanout' ? tidySyslog(withStructuredData(record)) : record),
  };
}

/** Its structured data stands below `_SDATA`. */
const withStructuredData = (record: FlatRecord): FlatRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name.replace(/^_SDATA\./, 'sd.'), value]));
