import type { CDPSession } from 'playwright-core';

/** One turn of the page's main thread. */
export interface MainThreadTask {
  readonly clockMs: number;
  /** Less than on the clock where the machine did something else meanwhile. */
  readonly cpuMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly frames?: readonly { readonly processId?: number }[] } };
}

/** Tasks of the page's main thread of a millisecond or more while something goes on, by the browser's own trace. */
export async function mainThreadTasks(cdp: CDPSession, run: () => Promise<unknown>): Promise<readonly MainThreadTask[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { readonly value: readonly unknown[] }) => {
    for (const event of value as readonly TraceEvent[]) {
      if (
        event.name === 'thread_name' ||
        event.name === 'TracingStartedInBrowser' ||
        (event.name === 'RunTask' && (event.dur ?? 0) >= 1000)
      )
        events.push(event);
    }
  };
  cdp.on('Tracing.dataCollected', collect as never);
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline'],
      excludedCategories: ['*'],
      recordMode: 'recordContinuously',
    },
  });
  await run();
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', collect as never);
  const started = events.find(({ name }) => name === 'TracingStartedInBrowser');
  const renderer = started?.args?.data?.frames?.[0]?.processId;
  const mains = events.filter(
    ({ name, args, pid }) => name === 'thread_name' && args?.name === 'CrRendererMain' && (renderer ?? pid) === pid,
  );
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && mains.some((main) => main.pid === pid && main.tid === tid))
    .map(({ dur = 0, tdur = dur }) => ({ clockMs: dur / 1000, cpuMs: tdur / 1000 }));
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number; readonly columnNumber: number };
  }[];
  readonly samples?: readonly number[] | undefined;
  readonly timeDeltas?: readonly number[] | undefined;
}

/** The functions that ran longest themselves, each as one line. */
export function hottest({ nodes, samples = [], timeDeltas = [] }: Profile, count: number): readonly string[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber, columnNumber } }) => [
      id,
      `${functionName || '(unnamed)'} ${url.split('/').at(-1) ?? ''}:${lineNumber + 1}:${columnNumber + 1}`,
    ]),
  );
  const selfUs = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const name = names.get(id) ?? '';
    selfUs.set(name, (selfUs.get(name) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return [...selfUs]
    .filter(([name]) => !name.startsWith('(idle)'))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, us]) => `${(us / 1000).toFixed(0).padStart(6)} ms ${name}`);
}
