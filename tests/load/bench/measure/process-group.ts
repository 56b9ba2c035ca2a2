import { readdirSync, readFileSync } from 'node:fs';

/** What a process and those it started have used so far. */
export interface GroupUsage {
  /** User and system time, with that of ended children that were waited for; steps of 10 ms. */
  readonly cpuSeconds: number;
  /** Sum of the peaks (VmHWM). */
  readonly peakRssBytes: number;
  readonly processes: number;
  /** A thread was running, or ready to, or waiting for a disk. */
  readonly busy: boolean;
}

/** USER_HZ, the same on every Linux (proc_pid_stat(5)). */
const ticksPerSecond = 100;

/** A line of `/proc/<pid>/stat`, of a process or thread. The name in brackets may hold blanks and brackets. */
export function parseStat(text: string): { readonly state: string; readonly group: number; readonly cpuSeconds: number } {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { state: fields[0] ?? '', group: Number(fields[2]), cpuSeconds: ticks / ticksPerSecond };
}

/** Peak resident bytes of `/proc/<pid>/status`; 0 for a process that has ended. */
export function parsePeakRss(text: string): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

/** Usage of a process group now. Processes that end meanwhile are left out. */
export function readGroup(group: number): GroupUsage {
  const usage = { cpuSeconds: 0, peakRssBytes: 0, processes: 0, busy: false };
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const stat = parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
      if (stat.group !== group) continue;
      usage.cpuSeconds += stat.cpuSeconds;
      usage.peakRssBytes += parsePeakRss(readFileSync(`/proc/${pid}/status`, 'latin1'));
      usage.processes += 1;
      usage.busy ||= readdirSync(`/proc/${pid}/task`).some((thread) =>
        /[RD]/.test(parseStat(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')).state),
      );
    } catch (error) {
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return usage;
}
