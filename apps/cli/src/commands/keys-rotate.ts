import { operatorCommand } from '../server/operator-command.ts';

const fromEnvironment =
  'The key comes from ACEQUIA_KEK. Set a new key there and the old one in ACEQUIA_KEK_PREVIOUS, and restart all servers: they replace the key while they start. Then remove ACEQUIA_KEK_PREVIOUS.';

/** `acequia keys rotate`: a new deployment key while the server runs. Exit code 1 when the server did not replace it. */
export const keysRotateCommand = operatorCommand({
  usage: ['Usage: acequia keys rotate', '  Replaces the key that protects the secrets. The server keeps running.'],
  read: (args) => (args.length === 0 ? {} : undefined),
  run: async (operator, _input, print) => {
    const answer = await operator.ask<{ readonly keys: number | null }>('keys/rotate', {});
    if (!answer.ok) print(answer.error);
    else if (answer.value.keys === null) print(fromEnvironment);
    else print(`The key was replaced. ${answer.value.keys} keys are sealed with the new one, and the old one no longer opens anything.`);
    return answer.ok && answer.value.keys !== null ? 0 : 1;
  },
});
