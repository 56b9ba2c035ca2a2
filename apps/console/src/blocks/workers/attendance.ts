import type { Cluster } from '@acequia/contract';

/** How the workers of a cluster are: one reports, none has ever reported, or none since a moment (ms since 1970). */
export type Attendance = 'here' | 'never' | number;

/** Of all these clusters; `here` as long as one worker of each of them reports. Clusters that are not known count as `here`. */
export function attendanceOf(clusters: readonly Cluster[], ids: readonly string[]): Attendance {
  const absent = clusters.filter(({ id, workers }) => ids.includes(id) && !workers.some(({ status }) => status === 'online'));
  if (absent.length === 0) return 'here';
  const seen = absent.flatMap(({ workers }) => workers.flatMap(({ lastSeenAt }) => lastSeenAt ?? []));
  return seen.length === 0 ? 'never' : Math.max(...seen);
}
