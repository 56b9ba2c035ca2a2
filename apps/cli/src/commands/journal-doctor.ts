import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock } from '@acequia/base';
import { inspectJournal, JournalFailed, JournalLocked, JournalTooNew, verifyJournal, type JournalReport } from '@acequia/journal';
import { exportRange, type Print } from './journal-doctor-export.ts';
import { redriveLetters } from './journal-doctor-redrive.ts';
import { skipRange } from './journal-doctor-skip.ts';

const usage = [
  'Usage: acequia journal doctor <action> <journal folder>',
  '  Inspects and repairs the journal of a stopped worker.',
  '  inspect [--json]      show what the journal holds',
  '  verify [--json]       also check every byte against its checksum',
  '  export --stream <name> [--from <block>] [--to <block>] [--output <file>]',
  '                        write the frames of a stream as they were received, one JSON object per line',
  '  skip --stream <name> --from <block> --to <block> --why <reason> [--who <name>]',
  '                        skip blocks for good; audit.ndjson records who, why and when',
  '  redrive --stream dl/<tenant> [--pipeline <id>] [--code <code>] [--into node|start] --why <reason> [--who <name>]',
  '                        resend dead letters when the worker starts; audit.ndjson records it.',
  '                        While the worker runs, use acequia dead-letters redrive.',
];

const options = {
  json: { type: 'boolean', default: false },
  stream: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  output: { type: 'string' },
  who: { type: 'string' },
  why: { type: 'string' },
  pipeline: { type: 'string' },
  code: { type: 'string' },
  into: { type: 'string' },
} as const;

/** `acequia journal doctor`: looks into the journal of a worker; `export`, `skip` and `redrive` only while no worker runs on it. Exit code 1 when something acknowledged is lost, 2 when it could not be done. */
export async function journalDoctorCommand(args: readonly string[], print: Print): Promise<number> {
  const parsed = parse(args);
  const [action, directory] = parsed?.positionals ?? [];
  if (parsed === undefined || directory === undefined || !['inspect', 'verify', 'export', 'skip', 'redrive'].includes(action!)) {
    print(usage.join('\n'));
    return 2;
  }
  if (!existsSync(directory)) {
    print(`${directory} does not exist. The journal of the embedded worker is data/worker/journal.`);
    return 2;
  }
  const { json, who = userInfo().username, ...rest } = parsed.values;
  try {
    if (action === 'export') return await exportRange(directory, rest, systemClock, print);
    if (action === 'skip') return await skipRange(directory, { ...rest, who }, systemClock, print);
    if (action === 'redrive') return await redriveLetters(directory, { ...rest, who }, systemClock, print);
    return tell(action === 'inspect' ? inspectJournal(directory) : verifyJournal(directory), json, print);
  } catch (error) {
    const sentence = refusal(directory, error);
    if (sentence === undefined) throw error;
    print(sentence);
    return 2;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    return undefined;
  }
}

/** What a person can do about it; undefined for errors nobody expects. */
function refusal(directory: string, error: unknown): string | undefined {
  if (error instanceof JournalLocked) return `${directory} is in use by process ${error.holderPid}. Stop that worker first.`;
  if (error instanceof JournalTooNew) return `${directory}: ${error.message}`;
  if (error instanceof JournalFailed) return error.message;
  return undefined;
}

function tell(report: JournalReport, json: boolean, print: Print): number {
  if (json) print(JSON.stringify(report));
  else for (const line of describe(report)) print(line);
  return report.lost.frames + report.lost.blocks > 0 ? 1 : 0;
}

function describe(report: JournalReport): readonly string[] {
  return [
    `${report.directory}: format ${report.version}, generation ${report.generation}${report.holderPid === undefined ? '' : `, in use by process ${report.holderPid}`}`,
    ...(report.log ? [`log ${report.log.id}, number ${report.log.number}, of worker ${report.log.workerId}`] : []),
    ...report.segments.map(
      (segment) =>
        `segment ${segment.file}: ${segment.blocks} blocks, ${segment.frames} frames, ${segment.bytes} bytes${segment.damagedBytes > 0 ? `, ${segment.damagedBytes} bytes damaged` : ''}`,
    ),
    ...report.streams.map(
      (stream) =>
        `stream ${stream.stream}: blocks ${stream.firstBlock} to ${stream.lastBlock}, ${stream.frames} frames, ${stream.bytes} bytes${stream.damagedFrames > 0 ? `, ${stream.damagedFrames} frames damaged` : ''}${rangesOf('unreadable', stream.unreadable)}${rangesOf('skipped', stream.skipped)}`,
    ),
    `commits: ${report.commits.keys.length} keys${report.commits.damagedRecords > 0 ? `, ${report.commits.damagedRecords} damaged records` : ''}`,
    report.lost.frames + report.lost.blocks === 0
      ? 'Nothing acknowledged is lost.'
      : `Lost: ${report.lost.frames} frames, ${report.lost.blocks} blocks.`,
  ];
}

const rangesOf = (what: string, ranges: JournalReport['streams'][number]['skipped']): string =>
  ranges.length === 0 ? '' : `, ${what}: blocks ${ranges.map(([from, to]) => (from === to ? from : `${from} to ${to}`)).join(', ')}`;
