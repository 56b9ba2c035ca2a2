import { readFileSync } from 'node:fs';

/** The `drops` column of the sockets bound to a UDP port, summed (Linux, /proc/net/udp and udp6); undefined where there is none. */
export function readKernelDrops(port: number, paths: readonly string[] = ['/proc/net/udp', '/proc/net/udp6']): number | undefined {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  let sum: number | undefined;
  for (const path of paths) {
    let text: string;
    try {
      text = readFileSync(path, 'latin1');
    } catch {
      continue;
    }
    for (const line of text.split('\n').slice(1)) {
      const columns = line.trim().split(/\s+/);
      if (columns[1]?.endsWith(suffix)) sum = (sum ?? 0) + Number(columns.at(-1));
    }
  }
  return sum;
}
