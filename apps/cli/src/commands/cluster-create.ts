import { parseArgs } from 'node:util';
import { operatorCommand } from '../server/operator-command.ts';
import { printEnrolment } from '../server/print-enrolment.ts';

/** `acequia cluster create`: a cluster that every organization may use, and the command for its first worker. Exit code 1 when the server refused. */
export const clusterCreateCommand = operatorCommand({
  usage: [
    'Usage: acequia cluster create <name> --host <address> [--ports <from>-<to>] [--file-roots <folder>,…]',
    '  Creates a cluster and prints the command that starts its first worker.',
    '  --host        address at which senders reach its workers',
    '  --ports       ports that its listeners may use (default: 1024-65535)',
    '  --file-roots  folders that file data sinks may write to, as /path or name=/path (default: none)',
  ],
  read: (args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        host: { type: 'string' },
        ports: { type: 'string', default: '1024-65535' },
        'file-roots': { type: 'string', default: '' },
      },
      allowPositionals: true,
    });
    const [name, ...more] = positionals;
    const range = /^(\d{1,5})-(\d{1,5})$/.exec(values.ports);
    if (name === undefined || more.length > 0 || values.host === undefined || !range) return undefined;
    const fileRoots = values['file-roots']
      .split(',')
      .map((root) => root.trim())
      .filter((root) => root !== '');
    return { name, host: values.host, ports: { from: Number(range[1]), to: Number(range[2]) }, fileRoots };
  },
  run: (operator, input, print) => printEnrolment(operator, print, { command: 'cluster/create', input }),
});
