import { askAndPrint, operatorCommand } from '../server/operator-command.ts';

/** `acequia tenant trial`: how long a tenant may try the product. Exit code 1 when the server refused. */
export const tenantTrialCommand = operatorCommand({
  usage: [
    'Usage: acequia tenant trial <slug> extend <days> | end | remove',
    '  extend  goes on for so many days, from its end or from now, whichever is later',
    '  end     is over now: the tenant is read-only, and its pipelines stop in 7 days',
    '  remove  the tenant has no trial any more and is not limited',
  ],
  read: ([slug, action, days, ...more]) => {
    if (slug === undefined || slug.startsWith('-') || more.length > 0) return undefined;
    if (action === 'extend' && days !== undefined && /^[1-9]\d{0,3}$/.test(days)) return { slug, action, days: Number(days) };
    return (action === 'end' || action === 'remove') && days === undefined ? { slug, action } : undefined;
  },
  run: (operator, input, print) =>
    askAndPrint<{ readonly trialEndsAt: number | null }>(operator, print, { command: 'tenant/trial', input }, ({ trialEndsAt }) =>
      told(input.slug, trialEndsAt),
    ),
});

const told = (slug: string, endsAt: number | null): string =>
  endsAt === null ? `${slug} has no trial any more.` : `The trial of ${slug} ends at ${new Date(endsAt).toISOString()}.`;
