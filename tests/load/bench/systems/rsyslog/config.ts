import type { Place } from '../system.ts';
import type { Workload, WorkloadId } from '../../workloads.ts';

/** Queue and batch sizes as its documentation recommends for throughput. */
const head = (place: Place) => `global(workDirectory="${place.run}" maxMessageSize="64k")
main_queue(queue.type="FixedArray" queue.size="200000" queue.dequeueBatchSize="4096" queue.workerThreads="1" queue.lightDelayMark="150000" queue.fullDelayMark="190000")
`;

const tcpInput = (place: Place) => `module(load="imptcp" threads="1")
input(type="imptcp" address="127.0.0.1" port="${place.port}" ruleset="r")
`;

const fileInput = (place: Place) => `module(load="imfile" mode="inotify")
input(type="imfile" File="${place.input}/*.log" Tag="t" ruleset="r" freshStartTail="off" MaxSubmitAtOnce="4096" addMetadata="off" deleteStateOnFileDelete="off")
`;

const toFile = (place: Place, name: string, template: string) =>
  `action(type="omfile" file="${place.output}/${name}" template="${template}" ioBufferSize="256k" flushOnTXEnd="off" flushInterval="1" asyncWriting="off")`;

const wholeLine = 'template(name="raw" type="string" string="%rawmsg%\\n")\n';
const allJson = 'template(name="j" type="string" string="%$!all-json-plain%\\n")\n';
const syslogJson = `template(name="j5" type="list" option.jsonf="on") {
${[
  ['pri', 'pri'],
  ['time', 'timereported" dateFormat="rfc3339'],
  ['host', 'hostname'],
  ['ident', 'app-name'],
  ['pid', 'procid'],
  ['msgid', 'msgid'],
  ['extradata', 'structured-data'],
  ['message', 'msg'],
]
  .map(([name, property]) => `  property(outname="${name}" name="${property}" format="jsonf")`)
  .join('\n')}
}
`;

const transform = (place: Place) => `ruleset(name="r") {
  action(type="mmjsonparse" cookie="")
  if ($!level == "info") then stop
  set $!dc = "eu-1"; set $!client_ip = $!remote_addr; unset $!remote_addr; unset $!upstream;
  ${toFile(place, 'out.log', 'j')}
}
`;

const columns = ['zone', 'owner', 'risk'];
const enrichAndRoute = (place: Place) => `${columns.map((c) => `lookup_table(name="${c}" file="${place.lookup}/${c}.json")\n`).join('')}
ruleset(name="r") {
  action(type="mmnormalize" ruleBase="${place.run}/firewall.rb" useRawMsg="off")
  ${columns.map((c) => `set $!${c} = lookup("${c}", $!srcip);`).join(' ')}
  if ($!action == "deny") then { ${toFile(place, 'deny.log', 'j')} }
  else if ($!zone == "internal") then { ${toFile(place, 'internal.log', 'j')} }
  else { ${toFile(place, 'other.log', 'j')} }
}
`;

const normalise = (place: Place) => `ruleset(name="r") {
  action(type="mmnormalize" ruleBase="${place.run}/access.rb" useRawMsg="off")
  ${toFile(place, 'out.log', 'j')}
}
`;

const write = (place: Place, template: string, ...names: string[]) =>
  `ruleset(name="r") { ${names.map((name) => toFile(place, name, template)).join(' ')} }\n`;

/** What it has no means for. */
export const rsyslogLacks: Partial<Record<WorkloadId, string>> = {
  'W2-file': 'its file input does not parse syslog headers',
  'W3-http': 'Debian’s package has no HTTP input',
  W6: 'it cannot replace by regular expression',
};

export function rsyslogConfig(workload: Workload, place: Place): string {
  const start = head(place) + (workload.input === 'file' ? fileInput(place) : tcpInput(place));
  switch (workload.id) {
    case 'W1':
      return start + wholeLine + write(place, 'raw', 'out.log');
    case 'W2-tcp':
      return start + syslogJson + write(place, 'j5', 'out.log');
    case 'fanout':
      return start + syslogJson + write(place, 'j5', 'one.log', 'two.log', 'three.log');
    case 'W3-file':
      return `${start}module(load="mmjsonparse")\n${allJson}${transform(place)}`;
    case 'W4-translated':
    case 'W4-any':
      return `${start}module(load="mmnormalize")\n${allJson}${normalise(place)}`;
    case 'W5':
      return `${start}module(load="mmnormalize")\n${allJson}${enrichAndRoute(place)}`;
    case 'W2-file':
    case 'W3-http':
    case 'W6':
      throw new Error(rsyslogLacks[workload.id]);
  }
}
