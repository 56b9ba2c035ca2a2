import type { Place } from '../system.ts';
import type { Workload, WorkloadId } from '../../workloads.ts';

const head = `@version: 3.38
@module add-contextual-data
options { threaded(yes); keep-hostname(yes); use-dns(no); dns-cache(no); log-fifo-size(200000); flush-lines(1000); log-msg-size(65536); stats-freq(0); create-dirs(no); time-reopen(1); frac-digits(3); time-zone("+00:00"); };
`;

const source = ({ input, id }: Workload, place: Place) => {
  const flags = id.startsWith('W2') || id === 'fanout' ? 'syslog-protocol' : 'no-parse';
  return input === 'file'
    ? `source s { wildcard-file(base-dir("${place.input}") filename-pattern("*.log") flags(${flags}) follow-freq(1) log-iw-size(100000) log-fetch-limit(1000) max-files(2)); };\n`
    : `source s { network(ip(127.0.0.1) port(${place.port}) transport("tcp") flags(${flags}) max-connections(10) log-iw-size(200000) log-fetch-limit(1000)); };\n`;
};

const syslogJson =
  '$(format-json --pair pri=\\"$PRI\\" --pair time=\\"$ISODATE\\" --pair host=\\"$HOST\\" --pair ident=\\"$PROGRAM\\" --pair pid=\\"$PID\\" --pair msgid=\\"$MSGID\\" --pair message=\\"$MSG\\" --key .SDATA.*)\\n';
const membersOf = (prefix: string) => `$(format-json --key ${prefix}* --shift-levels 2)\\n`;

/** Prefixed, since some words are reserved. */
const nameOf = (file: string): string => `d_${file.replace('.log', '')}`;
const destination = (place: Place, name: string, template: string) =>
  `destination ${nameOf(name)} { file("${place.output}/${name}" template("${template}")); };\n`;

const straight = (place: Place, template: string, ...names: string[]) =>
  names.map((name) => destination(place, name, template)).join('') +
  `log { source(s); ${names.map((name) => `destination(${nameOf(name)});`).join(' ')} flags(flow-control); };\n`;

const transform = (place: Place) => `parser p { json-parser(prefix(".j.")); };
filter f { not match("info" value(".j.level") type(string)); };
rewrite r { set("eu-1" value(".j.dc")); rename(".j.remote_addr" ".j.client_ip"); unset(value(".j.upstream")); };
${destination(place, 'out.log', membersOf('.j.'))}log { source(s); parser(p); filter(f); rewrite(r); destination(d_out); flags(flow-control); };
`;

const accessPattern =
  '^(?<remote>[^ ]*) [^ ]* (?<user>[^ ]*) \\[(?<time>[^\\]]*)\\] "(?<method>\\S+) (?<path>[^ "]*) [^"]*" (?<status>[0-9]+) (?<bytes>[0-9]+) "[^"]*" "(?<agent>[^"]*)"$';
const capture = (place: Place) => `parser p { regexp-parser(patterns('${accessPattern}') prefix('.n.')); };
${destination(place, 'out.log', membersOf('.n.'))}log { source(s); parser(p); destination(d_out); flags(flow-control); };
`;

const enrichAndRoute = (place: Place) => `parser p { kv-parser(prefix(".kv.")); };
parser l { add-contextual-data(selector("\${.kv.srcip}"), database("${place.lookup}/triples.csv"), prefix(".kv.")); };
filter f_deny { match("deny" value(".kv.action") type(string)); };
filter f_internal { match("internal" value(".kv.zone") type(string)); };
${['deny.log', 'internal.log', 'other.log'].map((name) => destination(place, name, membersOf('.kv.'))).join('')}
log { source(s); parser(p); parser(l); junction {
  channel { filter(f_deny); destination(d_deny); flags(final); };
  channel { filter(f_internal); destination(d_internal); flags(final); };
  channel { destination(d_other); flags(final); };
}; flags(flow-control); };
`;

const mask = `rewrite r {
  subst('[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]+' '[EMAIL]' value('MESSAGE') type('pcre') flags('global'));
  subst('\\b\\d{4}[- ]?\\d{4}[- ]?\\d{4}[- ]?\\d{4}\\b' '[CARD]' value('MESSAGE') type('pcre') flags('global'));
};
`;

/** What it has no means for. */
export const syslogNgLacks: Partial<Record<WorkloadId, string>> = { 'W3-http': 'Debian’s package has no HTTP input' };

export function syslogNgConfig(workload: Workload, place: Place): string {
  const start = head + source(workload, place);
  switch (workload.id) {
    case 'W1':
      return start + straight(place, '$MSG\\n', 'out.log');
    case 'W2-file':
    case 'W2-tcp':
      return start + straight(place, syslogJson, 'out.log');
    case 'fanout':
      return start + straight(place, syslogJson, 'one.log', 'two.log', 'three.log');
    case 'W3-file':
      return start + transform(place);
    case 'W4-translated':
    case 'W4-any':
      return start + capture(place);
    case 'W5':
      return start + enrichAndRoute(place);
    case 'W6':
      return `${start}${mask}${destination(place, 'out.log', '$MSG\\n')}log { source(s); rewrite(r); destination(d_out); flags(flow-control); };\n`;
    case 'W3-http':
      throw new Error(syslogNgLacks[workload.id]);
  }
}
