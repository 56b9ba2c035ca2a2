import { askAndPrint, oneWord, operatorCommand } from './operator-command.ts';

/** A command that asks the running server for a link for the user of an email address, and prints the whole of it. */
export const printLink = (name: string, effect: string) =>
  operatorCommand({
    usage: [`Usage: acequia ${name} <email>`, `  ${effect}`, '  The link works once, within 30 minutes.'],
    read: oneWord,
    run: (operator, email, print) =>
      askAndPrint<{ readonly path: string }>(
        operator,
        print,
        { command: name.replace(' ', '/'), input: { email } },
        ({ path }) => `${operator.url}${path}`,
      ),
  });
