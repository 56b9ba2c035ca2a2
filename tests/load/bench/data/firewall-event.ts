import { EventRandom } from './event-random.ts';
import { lookupRows, lookupRow } from './lookup-table.ts';
import { address, isoTime, sentence } from './words.ts';

const actions = ['accept', 'accept', 'accept', 'close', 'timeout', 'deny'];
const services = ['HTTPS', 'HTTP', 'DNS', 'SSH', 'SMTP', 'NTP'];

/** A firewall's traffic record of 30 key=value pairs, texts quoted; about 500 bytes. Every `srcip` is in the lookup table. */
export function firewallEvent(index: number) {
  const random = new EventRandom(4, index);
  const [date = '', time = ''] = isoTime(index).split(/[T.]/);
  return {
    date,
    time,
    devname: `"fw-${random.below(20)}"`,
    devid: `"FG100F${random.between(100_000, 999_999)}"`,
    logid: '"0000000013"',
    type: '"traffic"',
    subtype: '"forward"',
    level: '"notice"',
    vd: '"root"',
    eventtime: String(1_795_000_000 + index),
    srcip: lookupRow(random.below(lookupRows)).ip,
    srcport: String(random.between(1024, 65535)),
    srcintf: `"port${random.between(1, 8)}"`,
    srcintfrole: '"lan"',
    dstip: address(random),
    dstport: String(random.pick([443, 80, 53, 22, 25, 123])),
    dstintf: `"wan${random.between(1, 2)}"`,
    dstintfrole: '"wan"',
    policyid: String(random.below(300)),
    sessionid: String(index),
    proto: String(random.pick([6, 17])),
    action: `"${random.pick(actions)}"`,
    service: `"${random.pick(services)}"`,
    duration: String(random.below(600)),
    sentbyte: String(random.below(1_000_000)),
    rcvdbyte: String(random.below(1_000_000)),
    sentpkt: String(random.below(1000)),
    rcvdpkt: String(random.below(1000)),
    appcat: '"unscanned"',
    msg: `"${sentence(random, 4)}"`,
  };
}
export type FirewallEvent = ReturnType<typeof firewallEvent>;

export const firewallLine = (event: FirewallEvent): string =>
  Object.entries(event)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
