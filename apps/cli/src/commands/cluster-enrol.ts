import { oneWord, operatorCommand } from '../server/operator-command.ts';
import { printEnrolment } from '../server/print-enrolment.ts';

/** `acequia cluster enrol`: the command for one more worker of a cluster. Exit code 1 when the server refused. */
export const clusterEnrolCommand = operatorCommand({
  usage: ['Usage: acequia cluster enrol <name>', '  Prints the command that adds a worker to a cluster. It works once, within 15 minutes.'],
  read: oneWord,
  run: (operator, name, print) => printEnrolment(operator, print, { command: 'cluster/enrol', input: { name } }),
});
