import type { Report } from '@acequia/contract/fleet';
import { watchLimits } from '@acequia/domain';

type Vitals = Report['vitals'];

/** Whether a report tells of trouble with the worker itself that the one before did not: people should hear of it at once. */
export function bringsTrouble(before: Vitals, now: Vitals): boolean {
  const known = troublesIn(before);
  return troublesIn(now).some((trouble) => !known.includes(trouble));
}

function troublesIn({ writeFault, memoryEnd }: Vitals): readonly string[] {
  const isRecent = ({ agoMs }: { readonly agoMs: number }): boolean => agoMs <= watchLimits.recentMs;
  return [
    ...(writeFault && (writeFault.lasts || isRecent(writeFault)) ? [`write ${writeFault.kind}`] : []),
    ...(memoryEnd && isRecent(memoryEnd) ? ['memory'] : []),
  ];
}
