import { parseArgs } from 'node:util';
import type { EgressRule, InstallationEgress } from '@acequia/contract';
import { joinEndpoint, splitEndpoint } from '@acequia/wire';
import type { Operator } from '../server/operator-client.ts';
import { operatorCommand } from '../server/operator-command.ts';

const usage = [
  'Usage: acequia installation egress [--allow <address>]… [--remove <address>]… [--none] [--loopback on|off]',
  '  Changes where organizations may send besides public addresses. Without options, shows it.',
  '  --allow       allow an address: a host, an IP address or a network, with :port for one port',
  '                and @slug for one organization: 10.20.0.0/16, [fd12::/16]:6514, siem.example.com:443@north',
  '  --remove      remove an address from the list',
  '  --none        allow no private address; before a second organization, choose this or a list',
  '  --loopback    whether the only organization may send to this machine itself',
];

interface Asked {
  readonly allow: readonly string[];
  readonly remove: readonly string[];
  readonly none: boolean;
  readonly loopback: boolean | undefined;
}

/** `acequia installation egress`: shows and changes where organizations may send. Exit code 1 when the server refused. */
export const installationEgressCommand = operatorCommand({
  usage,
  read,
  run: async (client, asked, print) => {
    const answer = await client.ask<InstallationEgress>('installation/egress', {});
    if (!answer.ok) return fail(print, answer.error);
    const changes = asked.none || asked.loopback !== undefined || asked.allow.length + asked.remove.length > 0;
    return changes ? change(client, print, answer.value, asked) : show(print, answer.value);
  },
});

async function change(client: Operator, print: (line: string) => void, now: InstallationEgress, asked: Asked): Promise<number> {
  const rulesOf = (texts: readonly string[]) => texts.map((text) => readRule(text, now));
  const [allow, remove] = [rulesOf(asked.allow), rulesOf(asked.remove)];
  const unknown = [...allow, ...remove].find((rule) => typeof rule === 'string');
  if (typeof unknown === 'string') return fail(print, unknown);
  const text = (rule: EgressRule) => JSON.stringify([rule.address.toLowerCase(), rule.port, rule.tenantId]);
  const removed = new Set((remove as EgressRule[]).map(text));
  const before = asked.none ? [] : (now.rules ?? []);
  const rules = [...before.filter((rule) => !removed.has(text(rule))), ...(allow as EgressRule[])];
  const answer = await client.ask<InstallationEgress>('installation/update-egress', { loopback: asked.loopback ?? now.loopback, rules });
  return answer.ok ? show(print, answer.value) : fail(print, answer.error);
}

function show(print: (line: string) => void, { mode, private: holds, loopback, rules, tenants }: InstallationEgress): number {
  const listed = (rules ?? []).some(({ address }) => isThisMachine(address));
  if (holds === 'open') {
    print(`Private addresses: open to the only organization. This machine itself: ${loopback ? 'open' : 'closed'}.`);
    if (loopback && !listed)
      print('With a second organization, this machine itself is closed to all. If a data sink sends to it, add --allow 127.0.0.1 first.');
  } else
    print(
      `Private addresses: only those below${mode === 'public-only' ? ' (ACEQUIA_EGRESS=public-only)' : ''}. ${thisMachine(loopback, listed)}`,
    );
  if (rules === null) print('There is no list yet. A second organization needs one.');
  for (const { address, port, tenantId } of rules ?? []) {
    const slug = tenants.find(({ id }) => id === tenantId)?.slug;
    print(`  ${joinEndpoint(address, port)}${tenantId === null ? '' : `@${slug ?? tenantId}`}`);
  }
  if (rules?.length === 0) print('  none');
  return 0;
}

/** Where only rules open private addresses. */
function thisMachine(loopback: boolean, listed: boolean): string {
  if (listed) return 'This machine itself: as listed below.';
  return loopback
    ? 'This machine itself: closed. --loopback on works only with a single organization; --allow 127.0.0.1 opens it.'
    : 'This machine itself: closed unless 127.0.0.1 is listed below.';
}

const isThisMachine = (address: string): boolean => /^(?:127\.|::1|localhost$)/i.test(address);

function fail(print: (line: string) => void, sentence: string): number {
  print(sentence);
  return 1;
}

/** A sentence when the organization is unknown. */
function readRule(text: string, { tenants }: InstallationEgress): EgressRule | string {
  const [endpoint = '', slug] = text.split('@');
  const { host, port } = splitEndpoint(endpoint);
  const tenant = tenants.find((each) => each.slug === slug);
  if (slug !== undefined && !tenant) return `There is no organization ${slug}.`;
  return { address: host, port: port ?? null, tenantId: tenant?.id ?? null };
}

function read(args: readonly string[]): Asked | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      allow: { type: 'string', multiple: true, default: [] },
      remove: { type: 'string', multiple: true, default: [] },
      none: { type: 'boolean', default: false },
      loopback: { type: 'string' },
    },
  });
  const { loopback } = values;
  if (loopback !== undefined && loopback !== 'on' && loopback !== 'off') return undefined;
  return {
    allow: values.allow,
    remove: values.remove,
    none: values.none,
    loopback: loopback === undefined ? undefined : loopback === 'on',
  };
}
