import { operatorCommand } from '../server/operator-command.ts';

const fromEnvironment =
  'The key comes from ACEQUIA_KEK. Start all servers of the deployment anew with a new key there and the present one in ACEQUIA_KEK_PREVIOUS: they replace it while starting. Then remove ACEQUIA_KEK_PREVIOUS.';

/** `acequia keys rotate`: a new deployment key while the server runs. Exit code 1 when the server did not replace it. */
export const keysRotateCommand = operatorCommand({
  usage: ['Usage: acequia keys rotate'],
  read: (args) => (args.length === 0 ? {} : undefined),
  run: async (operator, _input, print) => {
    const answer = await operator.ask<{ readonly keys: number | null }>('keys/rotate', {});
    if (!answer.ok) print(answer.error);
    else if (answer.value.keys === null) print(fromEnvironment);
    else print(`The key is replaced; ${answer.value.keys} keys are sealed with the new one. The one before opens nothing any more.`);
    return answer.ok && answer.value.keys !== null ? 0 : 1;
  },
});
