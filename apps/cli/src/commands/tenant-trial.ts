import { asOperator, operatorSettings } from '../server/operator-client.ts';

const usage = [
  'Usage: acequia tenant trial <slug> extend <days> | end | remove',
  '  extend  goes on for so many days, from its end or from now, whichever is later',
  '  end     is over now: the tenant is read-only, and its pipelines stop in 7 days',
  '  remove  the tenant has no trial any more and is not limited',
  'Settings:',
  ...operatorSettings,
];

/** `acequia tenant trial`: how long a tenant may try the product. Exit code 1 when the server refused. */
export async function tenantTrialCommand(
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
    const answer = await operator.ask<{ readonly trialEndsAt: number | null }>('tenant/trial', asked);
    print(answer.ok ? told(asked.slug, answer.value.trialEndsAt) : answer.error);
    return answer.ok ? 0 : 1;
  });
}

const told = (slug: string, endsAt: number | null): string =>
  endsAt === null ? `${slug} has no trial any more.` : `The trial of ${slug} ends at ${new Date(endsAt).toISOString()}.`;

function parse([slug, action, days, ...more]: readonly string[]) {
  if (slug === undefined || slug.startsWith('-') || more.length > 0) return undefined;
  if (action === 'extend' && days !== undefined && /^[1-9]\d{0,3}$/.test(days)) return { slug, action, days: Number(days) };
  return (action === 'end' || action === 'remove') && days === undefined ? { slug, action } : undefined;
}
