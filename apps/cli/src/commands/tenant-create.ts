import { parseArgs } from 'node:util';
import { operatorCommand } from '../server/operator-command.ts';

interface Made {
  readonly slug: string;
  readonly invite: { readonly link: string | null };
}

/** `acequia tenant create`: a tenant, and an invitation for its first owner, by mail or as a link. Exit code 1 when the server refused. */
export const tenantCreateCommand = operatorCommand({
  usage: [
    'Usage: acequia tenant create <name> --owner <email>',
    '  Creates an organization and invites its owner, by email or by a link that it prints.',
    '  --owner  email of the owner',
  ],
  read: (args) => {
    const { values, positionals } = parseArgs({ args: [...args], options: { owner: { type: 'string' } }, allowPositionals: true });
    const [name] = positionals;
    return name !== undefined && positionals.length === 1 && values.owner !== undefined ? { name, owner: values.owner } : undefined;
  },
  run: async (operator, asked, print) => {
    const answer = await operator.ask<Made>('tenant/create', asked);
    if (!answer.ok) {
      print(answer.error);
      return 1;
    }
    const { slug, invite } = answer.value;
    print(`Created ${slug}.`);
    print(
      invite.link === null
        ? `An invitation was sent to ${asked.owner}.`
        : `Send this link to ${asked.owner}. It works once, within 7 days:`,
    );
    if (invite.link !== null) print(`${operator.url}${invite.link}`);
    return 0;
  },
});
