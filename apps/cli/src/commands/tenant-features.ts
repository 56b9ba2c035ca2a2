import { askAndPrint, operatorCommand } from '../server/operator-command.ts';

/** `acequia tenant features`: which parts of the product a tenant has. Exit code 1 when the server refused. */
export const tenantFeaturesCommand = operatorCommand({
  usage: [
    'Usage: acequia tenant features <slug> [<feature>…]',
    '  Turns the named features on for an organization, and all others off.',
    '  Features: alerts, engine-alerts, api-keys.',
  ],
  read: (args) => {
    const [slug, ...features] = args;
    return slug === undefined || args.some((word) => word.startsWith('-')) ? undefined : { slug, features };
  },
  run: (operator, input, print) => {
    const { slug, features } = input;
    const line = `${slug} has: ${features.length === 0 ? 'none of them' : features.join(', ')}.`;
    return askAndPrint(operator, print, { command: 'tenant/features', input }, () => line);
  },
});
