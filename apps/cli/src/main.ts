import { endProcess } from '@acequia/base/process';
import { callCommand } from './call-command.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

callCommand(process.argv.slice(2), print, printError).then(
  (code) => endProcess(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    endProcess(1);
  },
);
