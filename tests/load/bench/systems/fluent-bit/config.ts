import type { Place } from '../system.ts';
import type { Workload } from '../../workloads.ts';

export const parsersFile = `[PARSER]
    Name   syslog5424
    Format regex
    Regex  ^\\<(?<pri>[0-9]{1,5})\\>1 (?<time>[^ ]+) (?<host>[^ ]+) (?<ident>[^ ]+) (?<pid>[-0-9]+) (?<msgid>[^ ]+) (?<extradata>(\\[(.*?)\\]|-)) (?<message>.+)$
    Time_Key    time
    Time_Format %Y-%m-%dT%H:%M:%S.%L%z
    Time_Keep   On
[PARSER]
    Name   access
    Format regex
    Regex  ^(?<remote>[^ ]*) [^ ]* (?<user>[^ ]*) \\[(?<time>[^\\]]*)\\] "(?<method>\\S+) (?<path>[^ "]*) [^"]*" (?<status>[0-9]+) (?<bytes>[0-9]+) "[^"]*" "(?<agent>[^"]*)"$
    Types  status:integer bytes:integer
[PARSER]
    Name   pairs
    Format logfmt
[PARSER]
    Name   members
    Format json
`;

/** It has neither lookups from a file nor replacing by pattern: both are Lua, the way its users do it. */
export const lookupScript = (place: Place): string => `local T = {}
for line in io.lines("${place.lookup}/lookup.csv") do
  local ip, zone, owner, risk = line:match("([^,]*),([^,]*),([^,]*),([^,]*)")
  if ip and ip ~= "ip" then T[ip] = {zone, owner, tonumber(risk)} end
end
function enrich(tag, ts, rec)
  local e = T[rec["srcip"]]
  if e then rec["zone"] = e[1]; rec["owner"] = e[2]; rec["risk"] = e[3]; return 2, ts, rec end
  return 0, ts, rec
end
function mask(tag, ts, rec)
  local s = rec["log"]
  local n, m
  s, n = s:gsub("[%w%._%%%+%-]+@[%w%.%-]+%.%a+", "[EMAIL]")
  s, m = s:gsub("%f[%d]%d%d%d%d[- ]?%d%d%d%d[- ]?%d%d%d%d[- ]?%d%d%d%d%f[%D]", "[CARD]")
  if n + m > 0 then rec["log"] = s; return 2, ts, rec end
  return 0, ts, rec
end
`;

type Entry = readonly [section: string, settings: Readonly<Record<string, string>>];
const print = (entries: readonly Entry[]): string =>
  entries
    .map(
      ([section, settings]) =>
        `[${section}]\n${Object.entries(settings)
          .map(([name, value]) => `    ${name} ${value}\n`)
          .join('')}`,
    )
    .join('');

const service = (place: Place): Entry => [
  'SERVICE',
  { Flush: '0.2', Grace: '1', Log_Level: 'error', Parsers_File: `${place.run}/parsers.conf` },
];

const tail = (place: Place, parser?: string): Entry => [
  'INPUT',
  {
    Name: 'tail',
    Path: `${place.input}/*.log`,
    Tag: 't',
    Read_from_Head: 'On',
    Refresh_Interval: '1',
    Buffer_Chunk_Size: '512k',
    Buffer_Max_Size: '2M',
    Skip_Long_Lines: 'On',
    Mem_Buf_Limit: '64MB',
    Inotify_Watcher: 'On',
    ...(parser === undefined ? {} : { Parser: parser }),
  },
];

const socket = (place: Place, settings: Readonly<Record<string, string>>): Entry => [
  'INPUT',
  { ...settings, Listen: '127.0.0.1', Port: String(place.port), Tag: 't' },
];
const syslogInput = { Name: 'syslog', Mode: 'tcp', Parser: 'syslog5424', Buffer_Chunk_Size: '256k', Buffer_Max_Size: '2M' };
const lineInput = { Name: 'tcp', Format: 'none', Separator: '\\n', Chunk_Size: '512', Buffer_Size: '2048' };
const httpInput = { Name: 'http', Buffer_Max_Size: '8M', Buffer_Chunk_Size: '512K' };

const file = (place: Place, name: string, format: 'plain' | 'template' = 'plain', match = '*'): Entry => [
  'OUTPUT',
  {
    Name: 'file',
    Match: match,
    Path: place.output,
    File: name,
    Format: format,
    ...(format === 'template' ? { Template: '{log}' } : {}),
  },
];

const script = (place: Place, call: string): Entry => [
  'FILTER',
  { Name: 'lua', Match: 't', Script: `${place.run}/lookup.lua`, Call: call, Protected_mode: 'Off' },
];

const transform: readonly Entry[] = [
  ['FILTER', { Name: 'grep', Match: '*', Exclude: 'level ^info$' }],
  ['FILTER', { Name: 'modify', Match: '*', Add: 'dc eu-1', Rename: 'remote_addr client_ip', Remove: 'upstream' }],
];

const routes = (place: Place): readonly Entry[] => [
  [
    'FILTER',
    {
      Name: 'rewrite_tag',
      Match: 't',
      Rule: '$action ^deny$ fw.deny false\n    Rule $zone ^internal$ fw.internal false\n    Rule $zone .* fw.other false',
      Emitter_Mem_Buf_Limit: '256M',
    },
  ],
  ...['deny', 'internal', 'other'].map((name) => file(place, `${name}.log`, 'plain', `fw.${name}`)),
];

export function fluentBitConfig(workload: Workload, place: Place): string {
  const steps = (): readonly Entry[] => {
    switch (workload.id) {
      case 'W1':
        return [socket(place, lineInput), file(place, 'out.log', 'template')];
      case 'W2-tcp':
        return [socket(place, syslogInput), file(place, 'out.log')];
      case 'fanout':
        return [socket(place, syslogInput), ...workload.expectation.outputs.map((name) => file(place, name))];
      case 'W2-file':
        return [tail(place, 'syslog5424'), file(place, 'out.log')];
      case 'W3-file':
        return [tail(place, 'members'), ...transform, file(place, 'out.log')];
      case 'W3-http':
        return [socket(place, httpInput), ...transform, file(place, 'out.log')];
      case 'W4-translated':
      case 'W4-any':
        return [tail(place, 'access'), file(place, 'out.log')];
      case 'W5':
        return [tail(place, 'pairs'), script(place, 'enrich'), ...routes(place)];
      case 'W6':
        return [tail(place), script(place, 'mask'), file(place, 'out.log', 'template')];
    }
  };
  return print([service(place), ...steps()]);
}
