import { startCommand } from './commands/start.ts';

type Print = (line: string) => void;

/** Runs with the arguments after the command's name; resolves to the exit code. With `--help` alone it only prints its usage. */
export type Command = (args: readonly string[], print: Print) => Promise<number>;

/** Every command: its name (one or more words), what it does, and where it stands. One line each; loaded when called. */
export const commands: readonly { readonly name: string; readonly summary: string; readonly load: () => Promise<Command> }[] = [
  { name: 'start', summary: 'Start the server and one worker', load: () => Promise.resolve(startCommand) },
  { name: 'worker', summary: 'Run one worker of a cluster', load: async () => (await import('./commands/worker.ts')).workerCommand },
  {
    name: 'validate',
    summary: 'List the problems of a pipeline file',
    load: async () => (await import('./commands/validate.ts')).validateCommand,
  },
  {
    name: 'run',
    summary: 'Run a pipeline file over lines, without a server',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'test',
    summary: 'Run the tests of a pipeline file, without a server',
    load: async () => (await import('./commands/test.ts')).testCommand,
  },
  {
    name: 'api',
    summary: 'Call an operation of a running server',
    load: async () => (await import('./commands/api.ts')).apiCommand,
  },
  {
    name: 'dead-letters',
    summary: 'List, resend, discard or export dead letters of a running server',
    load: async () => (await import('./commands/dead-letters.ts')).deadLettersCommand,
  },
  {
    name: 'replay',
    summary: 'Run received events through a version again, on a running server',
    load: async () => (await import('./commands/replay.ts')).replayCommand,
  },
  {
    name: 'user reset-link',
    summary: 'Create a link for a user to set a new password',
    load: async () => (await import('./commands/user-reset-link.ts')).userResetLinkCommand,
  },
  {
    name: 'user reset-mfa-link',
    summary: 'Create a link for a user to turn off two-factor authentication',
    load: async () => (await import('./commands/user-reset-mfa-link.ts')).userResetMfaLinkCommand,
  },
  {
    name: 'tenant create',
    summary: 'Create an organization and invite its owner',
    load: async () => (await import('./commands/tenant-create.ts')).tenantCreateCommand,
  },
  {
    name: 'tenant trial',
    summary: 'Extend, end or remove the trial of an organization',
    load: async () => (await import('./commands/tenant-trial.ts')).tenantTrialCommand,
  },
  {
    name: 'tenant features',
    summary: 'Choose the features of an organization',
    load: async () => (await import('./commands/tenant-features.ts')).tenantFeaturesCommand,
  },
  {
    name: 'installation egress',
    summary: 'Show or change where organizations may send',
    load: async () => (await import('./commands/installation-egress.ts')).installationEgressCommand,
  },
  {
    name: 'installation operator',
    summary: 'Choose the organizations whose owners manage the installation',
    load: async () => (await import('./commands/installation-operator.ts')).installationOperatorCommand,
  },
  {
    name: 'cluster create',
    summary: 'Create a cluster and print the command for its first worker',
    load: async () => (await import('./commands/cluster-create.ts')).clusterCreateCommand,
  },
  {
    name: 'cluster enrol',
    summary: 'Print the command that adds a worker to a cluster',
    load: async () => (await import('./commands/cluster-enrol.ts')).clusterEnrolCommand,
  },
  {
    name: 'cluster remove-worker',
    summary: 'Remove a worker that won’t come back',
    load: async () => (await import('./commands/cluster-remove-worker.ts')).clusterRemoveWorkerCommand,
  },
  {
    name: 'cluster remove',
    summary: 'Remove a cluster that won’t come back',
    load: async () => (await import('./commands/cluster-remove.ts')).clusterRemoveCommand,
  },
  {
    name: 'keys rotate',
    summary: 'Replace the key that protects the secrets of a running server',
    load: async () => (await import('./commands/keys-rotate.ts')).keysRotateCommand,
  },
  {
    name: 'audit verify',
    summary: 'Check that the activity logs were not changed',
    load: async () => (await import('./commands/audit-verify.ts')).auditVerifyCommand,
  },
  {
    name: 'journal doctor',
    summary: 'Inspect or repair the journal of a stopped worker',
    load: async () => (await import('./commands/journal-doctor.ts')).journalDoctorCommand,
  },
];

const helpWords: ReadonlySet<string> = new Set(['help', '--help', '-h']);

/** Calls the command that the words name, or says which there are: with exit code 0 when that was asked for, else with 2. */
export async function callCommand(words: readonly string[], print: Print, printError: Print): Promise<number> {
  const options = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const isAsked = words.length === 0 || words[0] === 'help' || options.includes('--help') || options.includes('-h');
  const named = isAsked ? words.filter((word) => !helpWords.has(word)) : words;
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => named[index] === word));
  if (command) {
    const call = await command.load();
    if (!isAsked) return call(named.slice(command.name.split(' ').length), print);
    await call(['--help'], print);
    return 0;
  }
  const group = commands.filter(({ name }) => name.startsWith(`${named[0]} `));
  const isGroup = group.length > 0 && named.length === 1;
  const there = group.length > 0 ? group : commands;
  const usage = [
    `Usage: acequia ${group.length > 0 ? `${named[0]} ` : ''}<command>`,
    '',
    ...there.map(({ name, summary }) => `  ${name.padEnd(23)}${summary}`),
    '',
    'Run acequia <command> --help for its options.',
  ];
  if (isAsked && (named.length === 0 || isGroup)) {
    for (const line of usage) print(line);
    return 0;
  }
  const missing = named.slice(0, group.length > 0 ? 2 : 1).join(' ');
  for (const line of [isGroup ? `${named[0]} is a group of commands.` : `There is no command "${missing}".`, '', ...usage])
    printError(line);
  return 2;
}
