import { asOperator, operatorSettings } from '../server/operator-client.ts';

const usage = [
  'Usage: acequia tenant features <slug> [<feature>…]',
  '  The tenant has exactly the named parts of the product from now on: alerts, engine-alerts, api-keys.',
  'Settings:',
  ...operatorSettings,
];

/** `acequia tenant features`: which parts of the product a tenant has. Exit code 1 when the server refused. */
export async function tenantFeaturesCommand(
  args: readonly string[],
  print: (line: string) => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const [slug, ...features] = args;
  if (slug === undefined || args.some((word) => word.startsWith('-'))) {
    print(usage.join('\n'));
    return 2;
  }
  return asOperator(env, print, async (operator) => {
    const answer = await operator.ask('tenant/features', { slug, features });
    print(answer.ok ? `${slug} has: ${features.length === 0 ? 'none of them' : features.join(', ')}.` : answer.error);
    return answer.ok ? 0 : 1;
  });
}
