import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPinned } from '../../measure/pinned-process.ts';
import { awaitReady } from '../await-ready.ts';
import { debianPeer } from '../debian-peer.ts';
import { tidySyslog } from '../structured-data.ts';
import type { System } from '../system.ts';
import { rsyslogConfig, rsyslogLacks } from './config.ts';
import { accessRules, firewallRules } from './rule-bases.ts';

const stopPatienceMs = 20_000;
const moduleFolders = ['usr/lib/x86_64-linux-gnu/rsyslog', 'usr/lib/aarch64-linux-gnu/rsyslog'];

export function rsyslog(): System {
  const peer = debianPeer('rsyslog', 'usr/sbin/rsyslogd', moduleFolders);
  return {
    id: 'rsyslog',
    missing: (workload) => (typeof peer === 'string' ? peer : rsyslogLacks[workload]),
    start: async (workload, place) => {
      if (typeof peer === 'string') throw new Error(peer);
      const config = join(place.run, 'rsyslog.conf');
      writeFileSync(config, rsyslogConfig(workload, place));
      writeFileSync(join(place.run, 'access.rb'), accessRules);
      writeFileSync(join(place.run, 'firewall.rb'), firewallRules);
      const program = startPinned({
        command: [peer.program, '-n', '-M', peer.modules, '-i', join(place.run, 'pid'), '-f', config],
        cores: place.cores,
        env: peer.env,
        log: join(place.run, 'log'),
      });
      await awaitReady(program, workload.input, place.port);
      return { ...program, stop: () => program.stop(stopPatienceMs) };
    },
    tidy: (workload, record) => {
      if (workload === 'W2-tcp' || workload === 'fanout') return tidySyslog(record);
      const { originalmsg: _line, ...rest } = record;
      return rest;
    },
  };
}
