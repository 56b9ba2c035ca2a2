import { askAndPrint, operatorCommand } from '../server/operator-command.ts';

/** `acequia installation operator`: whose owners run the installation. Exit code 1 when the server refused. */
export const installationOperatorCommand = operatorCommand({
  usage: [
    'Usage: acequia installation operator <slug> [--remove]',
    '  Lets the owners of an organization change Settings → Installation.',
    '  --remove  take that right away from them',
  ],
  read: ([slug, flag, ...more]) =>
    slug === undefined || slug.startsWith('-') || (flag !== undefined && flag !== '--remove') || more.length > 0
      ? undefined
      : { slug, operator: flag === undefined },
  run: (operator, input, print) => {
    const line = `Owners of ${input.slug} can ${input.operator ? '' : 'no longer '}change the installation.`;
    return askAndPrint(operator, print, { command: 'installation/operator', input }, () => line);
  },
});
