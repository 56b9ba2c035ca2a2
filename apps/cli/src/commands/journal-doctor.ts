import { existsSync } from 'node:fs';
import { inspectJournal, JournalTooNew, verifyJournal, type JournalReport } from '@acequia/journal';

const usage = 'Usage: acequia journal doctor inspect|verify <folder of the journal> [--json]';

/** `acequia journal doctor inspect`: what a journal's files hold, without changing them. `verify` checks every byte. Exit code 1 when something acknowledged is lost. */
export async function journalDoctorCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const [action, directory] = args;
  if ((action !== 'inspect' && action !== 'verify') || directory === undefined) {
    print(usage);
    return 2;
  }
  if (!existsSync(directory)) {
    print(`${directory} does not exist. The journal of the embedded worker is data/worker/journal.`);
    return 2;
  }
  let report: JournalReport;
  try {
    report = action === 'inspect' ? inspectJournal(directory) : verifyJournal(directory);
  } catch (error) {
    if (!(error instanceof JournalTooNew)) throw error;
    print(`${directory}: ${error.message}`);
    return 2;
  }
  if (args.includes('--json')) print(JSON.stringify(report));
  else for (const line of describe(report)) print(line);
  return report.lost.frames + report.lost.blocks > 0 ? 1 : 0;
}

function describe(report: JournalReport): readonly string[] {
  return [
    `${report.directory}: format ${report.version}, generation ${report.generation}${report.holderPid === undefined ? '' : `, in use by process ${report.holderPid}`}`,
    ...report.segments.map(
      (segment) =>
        `segment ${segment.file}: ${segment.blocks} blocks, ${segment.frames} frames, ${segment.bytes} bytes${segment.damagedBytes > 0 ? `, ${segment.damagedBytes} bytes damaged` : ''}`,
    ),
    ...report.streams.map(
      (stream) =>
        `stream ${stream.stream}: blocks ${stream.firstBlock} to ${stream.lastBlock}, ${stream.frames} frames, ${stream.bytes} bytes${stream.damagedFrames > 0 ? `, ${stream.damagedFrames} frames damaged` : ''}`,
    ),
    `commits: ${report.commits.keys.length} keys${report.commits.damagedRecords > 0 ? `, ${report.commits.damagedRecords} damaged records` : ''}`,
    report.lost.frames + report.lost.blocks === 0
      ? 'Nothing acknowledged is lost.'
      : `Lost: ${report.lost.frames} frames, ${report.lost.blocks} blocks.`,
  ];
}
