import { iso, legacy } from '../times.ts';
import type { Scene } from '../world.ts';
import { lines, loginOf, objects } from './template.ts';

const apps = ['nginx', 'cron', 'systemd', 'postfix', 'dockerd', 'kernel'];
const texts = [
  'Started session',
  'Connection closed',
  'Reloading configuration',
  'Disk usage above 80 %',
  'Time-out waiting for upstream',
  'Job finished',
  'Out of memory: killed process',
];
const levels = [6, 6, 6, 5, 4, 3];

export const syslog5424 = lines(({ draw, timeMs, host, index }) => {
  const severity = draw.pick(levels);
  const text = draw.pick(texts);
  return `<${16 * 8 + severity}>1 ${iso(timeMs)} ${host.name} ${draw.pick(apps)} ${draw.int(100, 32_000)} ID${draw.int(1, 60)} [origin@32473 ip="${host.ip}" seq="${index}"] ${text}`;
});

export const syslog3164 = lines(
  ({ draw, timeMs, host }) =>
    `<${3 * 8 + draw.pick(levels)}>${legacy(timeMs)} ${host.name} ${draw.pick(apps)}[${draw.int(100, 32_000)}]: ${draw.pick(texts)}`,
);

export const linuxAuth = lines((scene: Scene) => {
  const { success, port } = loginOf(scene);
  const { draw, host, person, timeMs } = scene;
  const pid = draw.int(400, 32_000);
  const head = `${legacy(timeMs)} ${host.name}`;
  if (success && scene.incident === undefined && draw.chance(0.3))
    return `${head} sudo[${pid}]: ${person.name} : TTY=pts/0 ; PWD=/home/${person.name} ; USER=root ; COMMAND=/usr/bin/systemctl restart nginx`;
  return `${head} sshd[${pid}]: ${success ? 'Accepted publickey' : 'Failed password'} for ${person.name} from ${person.ip} port ${port} ssh2`;
});

export const kubernetesApp = objects(({ draw, timeMs, host, person }) => {
  const service = draw.pick(['checkout', 'catalogue', 'payments', 'identity']);
  const level = draw.pick(['info', 'info', 'info', 'info', 'warn', 'error']);
  return {
    ts: iso(timeMs),
    level,
    msg: level === 'error' ? 'upstream request failed' : draw.pick(['request handled', 'cache miss', 'order stored']),
    trace_id: draw.hex(32),
    user: person.name,
    duration_ms: draw.int(1, 1200),
    kubernetes: { namespace: 'shop', pod: `${service}-${draw.hex(10)}-${draw.hex(5)}`, container: service, node: host.name },
  };
});

export const hostMetrics = objects(({ draw, timeMs, host }) => ({
  ts: iso(timeMs),
  host: host.name,
  cpu_percent: draw.int(10, 990) / 10,
  memory_percent: draw.int(200, 950) / 10,
  load1: draw.int(0, 800) / 100,
  disk_free_bytes: draw.int(1, 900) * 1_000_000_000,
  network_in_bytes: draw.int(1000, 90_000_000),
  network_out_bytes: draw.int(1000, 90_000_000),
}));

export const windowsSecurity = objects((scene) => {
  const { success } = loginOf(scene);
  const { draw, person, host, timeMs } = scene;
  const EventID = success ? draw.pick([4624, 4624, 4634, 4672, 4688]) : 4625;
  return {
    EventTime: iso(timeMs),
    EventID,
    Channel: 'Security',
    Computer: `${host.name}.corp.example`,
    TargetUserName: person.name,
    TargetDomainName: 'CORP',
    IpAddress: person.ip,
    LogonType: draw.pick([2, 3, 10]),
    ...(EventID === 4625 ? { Status: '0xC000006D', SubStatus: '0xC000006A' } : {}),
    ...(EventID === 4688 ? { NewProcessName: 'C:\\Windows\\System32\\cmd.exe' } : {}),
  };
});
