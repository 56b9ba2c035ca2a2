import { askAndPrint, operatorCommand } from '../server/operator-command.ts';

/** `acequia tenant trial`: how long a tenant may try the product. Exit code 1 when the server refused. */
export const tenantTrialCommand = operatorCommand({
  usage: [
    'Usage: acequia tenant trial <slug> extend <days> | end | remove',
    '  Changes the free trial of an organization.',
    '  extend  add days to its end, or count them from now if it has ended',
    '  end     end it now: the organization becomes read-only, and its pipelines stop in 7 days',
    '  remove  remove the trial: the organization has no limit in time',
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
  endsAt === null ? `${slug} no longer has a trial.` : `The trial of ${slug} ends at ${new Date(endsAt).toISOString()}.`;
