import { EventRandom } from './event-random.ts';
import { accentedWord, address, isoTime, sentence } from './words.ts';

/** One RFC 5424 message. `data` holds the parameters of its only element, or nothing. */
export interface SyslogEvent {
  readonly priority: number;
  readonly time: string;
  readonly host: string;
  readonly program: string;
  readonly process: string;
  readonly messageId: string;
  readonly data: { readonly id: string; readonly parameters: Readonly<Record<string, string>> } | undefined;
  readonly message: string;
}

const programs = ['nginx', 'sshd', 'kernel', 'postfix', 'haproxy', 'systemd', 'billing-api', 'auth-service'];
const messageIds = ['ID47', 'REQ', 'AUTH', 'CONN', '-'];

/** 50 % with a plain element, 10 % with escaped quotes in it, 40 % without; 2 % with letters beyond ASCII, 5 % with a backslash; about 310 bytes. */
export function syslogEvent(index: number): SyslogEvent {
  const random = new EventRandom(1, index);
  const kind = random.below(100);
  const parameters: Record<string, string> = {
    trace: random.next().toString(16).padStart(8, '0'),
    zone: `eu-${random.between(1, 3)}`,
    ...(kind < 10 ? { note: `said "${sentence(random, 2)}"` } : { shard: String(random.below(64)) }),
  };
  let message = `id=${index} ${sentence(random, random.between(17, 23))} from ${address(random)} port ${random.between(1024, 65535)}`;
  if (random.chance(2)) message += ` ${accentedWord(random)}`;
  if (random.chance(5)) message += ' C:\\data\\app.log';
  return {
    priority: random.between(8, 191),
    time: isoTime(index),
    host: `host-${random.below(200)}.example.com`,
    program: random.pick(programs),
    process: String(random.between(100, 65000)),
    messageId: random.pick(messageIds),
    data: kind < 60 ? { id: 'meta@32473', parameters } : undefined,
    message,
  };
}

export function syslogLine(event: SyslogEvent): string {
  const { priority, time, host, program, process, messageId, message } = event;
  return `<${priority}>1 ${time} ${host} ${program} ${process} ${messageId} ${structuredData(event)} ${message}`;
}

function structuredData({ data }: SyslogEvent): string {
  if (data === undefined) return '-';
  const pairs = Object.entries(data.parameters).map(([name, value]) => ` ${name}="${value.replace(/["\\\]]/g, '\\$&')}"`);
  return `[${data.id}${pairs.join('')}]`;
}
