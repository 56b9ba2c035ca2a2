/** Rules of liblognorm, version 2, for the two formats that rsyslog has no parser for. They are fixed to these formats' fields. */
export const accessRules = `version=2
rule=:%remote:word% %-:word% %user:word% [%time:char-to:]%] "%method:word% %path:word% %-:char-to:"%" %status:number% %bytes:number% "%-:char-to:"%" "%agent:char-to:"%"
`;

const quoted = new Set(
  'devname devid logid type subtype level vd srcintf srcintfrole dstintf dstintfrole action service appcat msg'.split(' '),
);
const names =
  'date time devname devid logid type subtype level vd eventtime srcip srcport srcintf srcintfrole dstip dstport dstintf dstintfrole policyid sessionid proto action service duration sentbyte rcvdbyte sentpkt rcvdpkt appcat msg'.split(
    ' ',
  );

export const firewallRules = `version=2
rule=:${names.map((name) => (quoted.has(name) ? `${name}="%${name}:char-to:"%"` : `${name}=%${name}:word%`)).join(' ')}
`;
