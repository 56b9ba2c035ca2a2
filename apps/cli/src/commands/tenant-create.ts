import { parseArgs } from 'node:util';
import { asOperator, operatorSettings } from '../server/operator-client.ts';

const usage = ['Usage: acequia tenant create <name> --owner <email>', 'Settings:', ...operatorSettings];

interface Made {
  readonly slug: string;
  readonly invite: { readonly link: string | null };
}

/** `acequia tenant create`: a tenant, and an invitation for its first owner, by mail or as a link. Exit code 1 when the server refused. */
export async function tenantCreateCommand(
  args: readonly string[],
  print: (line: string) => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const asked = parse(args);
  if (!asked) {
    print(usage.join('\n'));
    return 2;
  }
  return asOperator(env, print, async (operator) => {
    const answer = await operator.ask<Made>('tenant/create', asked);
    if (!answer.ok) {
      print(answer.error);
      return 1;
    }
    const { slug, invite } = answer.value;
    print(`Made ${slug}.`);
    print(
      invite.link === null ? `An invitation was sent to ${asked.owner}.` : `Hand this on to ${asked.owner}; it works once, for 7 days:`,
    );
    if (invite.link !== null) print(`${operator.url}${invite.link}`);
    return 0;
  });
}

function parse(args: readonly string[]): { readonly name: string; readonly owner: string } | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { owner: { type: 'string' } }, allowPositionals: true });
    const [name] = positionals;
    return name !== undefined && positionals.length === 1 && values.owner !== undefined ? { name, owner: values.owner } : undefined;
  } catch {
    return undefined;
  }
}
