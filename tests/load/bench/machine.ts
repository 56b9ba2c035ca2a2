import { cpus, loadavg, release, totalmem } from 'node:os';

/** What a result must name to be worth anything. */
export const machine = () => ({
  date: new Date().toISOString().slice(0, 10),
  cpu: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  memoryGb: Math.round(totalmem() / 1e9),
  kernel: release(),
  node: process.version,
  /** Of the last minute: above the number of cores, neighbours disturb the figures. */
  loadAverage: Number(loadavg()[0]!.toFixed(1)),
});
