import { endProcess } from '@acequia/base/process';
import { startCommand } from './commands/start.ts';

/** Runs with the arguments after the command's name; resolves to the exit code. */
export type Command = (args: readonly string[], print: (line: string) => void) => Promise<number>;

/** Every command: its name (one or more words), what it does, and where it stands. One line each; loaded when called. */
const commands: readonly { readonly name: string; readonly summary: string; readonly load: () => Promise<Command> }[] = [
  { name: 'start', summary: 'Start the server and one worker', load: () => Promise.resolve(startCommand) },
  { name: 'worker', summary: 'Run one worker of a cluster', load: async () => (await import('./commands/worker.ts')).workerCommand },
  {
    name: 'validate',
    summary: 'Say what is wrong with a pipeline file',
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
    summary: 'Look at, re-drive, discard or export dead letters of a running server',
    load: async () => (await import('./commands/dead-letters.ts')).deadLettersCommand,
  },
  {
    name: 'replay',
    summary: 'Send what a listener received through a version again, by a running server',
    load: async () => (await import('./commands/replay.ts')).replayCommand,
  },
  {
    name: 'user reset-link',
    summary: 'A link with which a user sets a new password',
    load: async () => (await import('./commands/user-reset-link.ts')).userResetLinkCommand,
  },
  {
    name: 'user reset-mfa-link',
    summary: 'A link with which a user takes the second factor off',
    load: async () => (await import('./commands/user-reset-mfa-link.ts')).userResetMfaLinkCommand,
  },
  {
    name: 'tenant create',
    summary: 'A tenant with an invitation for its owner',
    load: async () => (await import('./commands/tenant-create.ts')).tenantCreateCommand,
  },
  {
    name: 'tenant trial',
    summary: 'Extend, end or remove the trial of a tenant',
    load: async () => (await import('./commands/tenant-trial.ts')).tenantTrialCommand,
  },
  {
    name: 'tenant features',
    summary: 'Which parts of the product a tenant has',
    load: async () => (await import('./commands/tenant-features.ts')).tenantFeaturesCommand,
  },
  {
    name: 'installation egress',
    summary: 'Where organizations may send',
    load: async () => (await import('./commands/installation-egress.ts')).installationEgressCommand,
  },
  {
    name: 'installation operator',
    summary: 'Whose owners run the installation',
    load: async () => (await import('./commands/installation-operator.ts')).installationOperatorCommand,
  },
  {
    name: 'cluster create',
    summary: 'A cluster, and the command for its first worker',
    load: async () => (await import('./commands/cluster-create.ts')).clusterCreateCommand,
  },
  {
    name: 'cluster enrol',
    summary: 'The command for one more worker of a cluster',
    load: async () => (await import('./commands/cluster-enrol.ts')).clusterEnrolCommand,
  },
  {
    name: 'cluster remove-worker',
    summary: 'Take away a worker that is gone for good',
    load: async () => (await import('./commands/cluster-remove-worker.ts')).clusterRemoveWorkerCommand,
  },
  {
    name: 'cluster remove',
    summary: 'Take away a cluster that is gone for good',
    load: async () => (await import('./commands/cluster-remove.ts')).clusterRemoveCommand,
  },
  {
    name: 'keys rotate',
    summary: 'A new key for all secrets of a running server',
    load: async () => (await import('./commands/keys-rotate.ts')).keysRotateCommand,
  },
  {
    name: 'audit verify',
    summary: 'Check that the activity log is what was written',
    load: async () => (await import('./commands/audit-verify.ts')).auditVerifyCommand,
  },
  {
    name: 'journal doctor',
    summary: 'Look into the journal of a stopped worker',
    load: async () => (await import('./commands/journal-doctor.ts')).journalDoctorCommand,
  },
];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(words: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (command) return (await command.load())(words.slice(command.name.split(' ').length), print);
  const help = words.length === 0 || words[0] === 'help' || words[0] === '--help';
  const lines = ['Usage: acequia <command>', '', ...commands.map(({ name, summary }) => `  ${name.padEnd(23)}${summary}`)];
  process[help ? 'stdout' : 'stderr'].write(`${help ? '' : `There is no command "${words[0]}".\n\n`}${lines.join('\n')}\n`);
  return help ? 0 : 2;
}

main(process.argv.slice(2)).then(
  (code) => endProcess(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    endProcess(1);
  },
);
