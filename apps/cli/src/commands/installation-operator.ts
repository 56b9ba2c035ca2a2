import { asOperator, operatorSettings } from '../server/operator-client.ts';

const usage = [
  'Usage: acequia installation operator <slug> [--remove]',
  '  The owners of this organization see and change Settings → Installation, or no longer do.',
  'Settings:',
  ...operatorSettings,
];

/** `acequia installation operator`: whose owners run the installation. Exit code 1 when the server refused. */
export async function installationOperatorCommand(
  args: readonly string[],
  print: (line: string) => void,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const [slug, flag, ...more] = args;
  if (slug === undefined || slug.startsWith('-') || (flag !== undefined && flag !== '--remove') || more.length > 0) {
    print(usage.join('\n'));
    return 2;
  }
  const operator = flag === undefined;
  return asOperator(env, print, async (client) => {
    const answer = await client.ask('installation/operator', { slug, operator });
    const done = operator ? `Owners of ${slug} can change the installation.` : `Owners of ${slug} can no longer change the installation.`;
    print(answer.ok ? done : answer.error);
    return answer.ok ? 0 : 1;
  });
}
