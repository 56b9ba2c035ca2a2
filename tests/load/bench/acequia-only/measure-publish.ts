import { totalRows, type WorkloadData } from '../data/data-files.ts';
import { measureOnce } from '../measure/measure-once.ts';
import type { Measurement } from '../measure/measurement.ts';
import { acequia, type Publisher } from '../systems/acequia/acequia.ts';
import type { Place } from '../systems/system.ts';
import { workloads } from '../workloads.ts';

const everyMs = 500;
const publicationsMin = 3;
/** After the load: what is not delivered by then counts as lost. */
const deliveryTimeoutMs = 60_000;
const pollMs = 50;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Syslog over TCP at full speed while a new version of the pipeline is published twice a second; no event may be lost or doubled. */
export async function measurePublish(data: WorkloadData, place: Place): Promise<Measurement> {
  let publisher: Publisher | undefined;
  let publications = 0;
  const system = acequia((started) => (publisher = started));
  const during = async (sent: () => boolean): Promise<void> => {
    while (!sent() || publications < publicationsMin) {
      await pause(everyMs);
      await publisher!.publish();
      publications += 1;
    }
    const deadline = performance.now() + deliveryTimeoutMs;
    while (publisher!.delivered() < totalRows(data) && performance.now() < deadline) await pause(pollMs);
  };
  const run = await measureOnce(system, workloads.get('W2-tcp')!, data, place, during);
  return { ...run, extra: { longestGapMs: run.longestGapMs, publications } };
}
