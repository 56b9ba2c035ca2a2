import { iso, legacy, slashed } from '../times.ts';
import { flowOf, lines, objects } from './template.ts';

export const ciscoAsa = lines((scene) => {
  const flow = flowOf(scene);
  const head = `<166>${legacy(scene.timeMs)} fw-${scene.host.name} `;
  if (!flow.allowed)
    return `${head}%ASA-4-106023: Deny ${flow.protocol} src outside:${flow.source}/${flow.sourcePort} dst inside:${flow.destination}/${flow.destinationPort} by access-group "outside_in"`;
  const protocol = flow.protocol.toUpperCase();
  return `${head}%ASA-6-302013: Built inbound ${protocol} connection ${flow.session} for outside:${flow.source}/${flow.sourcePort} (${flow.source}/${flow.sourcePort}) to inside:${flow.destination}/${flow.destinationPort} (${flow.destination}/${flow.destinationPort})`;
});

export const paloAltoTraffic = lines((scene) => {
  const flow = flowOf(scene);
  const at = slashed(scene.timeMs);
  const action = flow.allowed ? 'allow' : 'deny';
  return `1,${at},007951000012345,TRAFFIC,${flow.allowed ? 'end' : 'drop'},2562,${at},${flow.source},${flow.destination},0.0.0.0,0.0.0.0,rule-${flow.allowed ? 'web' : 'default'},${scene.person.name},,${flow.destinationPort === 53 ? 'dns' : 'ssl'},vsys1,untrust,trust,ethernet1/1,ethernet1/2,fwd,${at},${flow.session},1,${flow.sourcePort},${flow.destinationPort},0,0,0x400000,${flow.protocol},${action},${flow.sent + flow.received},${flow.sent},${flow.received},${Math.ceil((flow.sent + flow.received) / 900)}`;
});

const threats = [
  'SQL Injection(36239)',
  'Log4j Remote Code Execution(91991)',
  'Suspicious TLS Evasion(14978)',
  'Generic Cross-Site Scripting(31475)',
];
export const paloAltoThreat = lines((scene) => {
  const flow = flowOf(scene);
  const at = slashed(scene.timeMs);
  const threat = scene.incident === 'port-scan' ? 'SCAN: TCP Port Scan(8001)' : scene.draw.pick(threats);
  return `1,${at},007951000012345,THREAT,vulnerability,2562,${at},${flow.source},${flow.destination},0.0.0.0,0.0.0.0,rule-web,${scene.person.name},,web-browsing,vsys1,untrust,trust,ethernet1/1,ethernet1/2,fwd,${at},${flow.session},1,${flow.sourcePort},${flow.destinationPort},0,0,0x80402000,${flow.protocol},${scene.draw.pick(['alert', 'reset-both', 'drop'])},"",${threat},any,${scene.draw.pick(['low', 'medium', 'high', 'critical'])},client-to-server`;
});

export const fortinetTraffic = lines((scene) => {
  const flow = flowOf(scene);
  const [date, clock] = iso(scene.timeMs).slice(0, 19).split('T');
  return `date=${date} time=${clock} devname="fgt-${scene.host.name}" devid="FGT60E0000000001" logid="0000000013" type="traffic" subtype="forward" level="notice" srcip=${flow.source} srcport=${flow.sourcePort} dstip=${flow.destination} dstport=${flow.destinationPort} proto=${flow.protocol === 'tcp' ? 6 : 17} action="${flow.allowed ? 'accept' : 'deny'}" policyid=${flow.allowed ? 1 : 0} user="${scene.person.name}" duration=${flow.seconds} sentbyte=${flow.sent} rcvdbyte=${flow.received}`;
});

export const awsVpcFlow = lines((scene) => {
  const flow = flowOf(scene);
  const start = Math.floor(scene.timeMs / 1000);
  return `2 123456789012 eni-${scene.draw.hex(17)} ${flow.source} ${flow.destination} ${flow.sourcePort} ${flow.destinationPort} ${flow.protocol === 'tcp' ? 6 : 17} ${Math.max(1, Math.ceil(flow.sent / 900))} ${flow.sent} ${start} ${start + Math.min(flow.seconds, 60)} ${flow.allowed ? 'ACCEPT' : 'REJECT'} OK`;
});

export const netflowJson = objects((scene) => {
  const flow = flowOf(scene);
  return {
    ts: iso(scene.timeMs),
    exporter: scene.host.ip,
    src_addr: flow.source,
    src_port: flow.sourcePort,
    dst_addr: flow.destination,
    dst_port: flow.destinationPort,
    protocol: flow.protocol === 'tcp' ? 6 : 17,
    bytes: flow.sent,
    packets: Math.max(1, Math.ceil(flow.sent / 900)),
    tcp_flags: flow.allowed ? 27 : 2,
    duration_ms: flow.seconds * 1000,
  };
});

const zones = [
  'www.example.com',
  'api.example.com',
  'cdn.example.net',
  'mail.example.org',
  'updates.vendor.example',
  'telemetry.vendor.example',
];
export const dnsQuery = objects(({ draw, timeMs, person, host }) => {
  const answered = draw.chance(0.95);
  return {
    ts: iso(timeMs),
    client: person.ip,
    server: host.ip,
    query: answered ? draw.pick(zones) : `${draw.hex(12)}.example.net`,
    type: draw.pick(['A', 'A', 'AAAA', 'MX', 'TXT']),
    rcode: answered ? 'NOERROR' : 'NXDOMAIN',
    answers: answered ? [`192.0.2.${draw.int(1, 254)}`] : [],
    latency_ms: draw.int(1, 120),
  };
});
