/**
 * One lane, which is intake's thread too: a tenant with 8 and with 58 pipelines, each of which takes a tenth of a second over a block
 * of a few bytes, or with 8 that take that long over 256 events of 1 KB, and another tenant that sends an event each quarter of a second, which a pipeline hands on as it is. Prints JSON: how long those
 * events took to their data sink, in ms, and how much of the thread the first tenant had. Bounded: about a minute.
 */
import { silentLog, systemClock } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import type { CompileContext, StepOutput } from '@acequia/component-sdk/runtime';
import { createMemoryJournal } from '@acequia/journal';
import { createEngine } from '../../src/engine.ts';
import type { Components } from '../../src/options.ts';
import { action, deployment, label, links, listener, pipeline, sink } from '../deployments.ts';
import { createToys, submitLines } from '../toy-components.ts';

const unitMs = 100;
const everyMs = 250;
const bodyEvents = 256;

async function measure(versions: number, each: 'block' | 'event', forMs: number) {
  const toys = createToys();
  let heavyMs = 0;
  const spin = {
    definition: { config: { safeParse: (data: unknown) => ({ success: true, data }) }, ports: () => [{ id: 'default', kind: 'plain' }] },
    runtime: {
      compile: (_: unknown, ctx: CompileContext) => ({
        step: (view: BatchView, out: StepOutput) => {
          const ms = each === 'block' ? unitMs : (view.count / bodyEvents) * unitMs;
          const start = performance.now();
          while (performance.now() < start + ms);
          heavyMs += ms;
          out.all(ctx.port('default'));
        },
      }),
    },
  };
  const actionOf = (id: string, version: string) => (id === 'spin' ? spin : toys.components.action(id, version));
  const engine = createEngine({
    journal: createMemoryJournal(),
    components: { ...toys.components, action: actionOf } as unknown as Components,
    clock: systemClock,
    random: { bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
  });
  const heavy = Array.from({ length: versions }, (_, n) =>
    pipeline(`PL_${n}`, `PV_${n}`, [label('LI_1'), action('spin', 'spin', {}), sink('out', 'a')], links('start > spin', 'spin > out')),
  );
  const light = { ...pipeline('PL_B', 'PV_B', [label('LI_2'), sink('out', 'b')], links('start > out')), tenantId: 't2' };
  const wanted = deployment([...heavy, light], { listeners: [listener('LI_1'), { ...listener('LI_2'), tenantId: 't2' }] });
  const datasinks = wanted.datasinks.map((datasink) => (datasink.id === 'b' ? { ...datasink, tenantId: 't2' } : datasink));
  await engine.apply({ ...wanted, datasinks });
  const tookMs: number[] = [];
  const start = performance.now() + 1000;
  toys.destination('b').answer = (_batch, lines) => {
    for (const line of lines) tookMs.push(performance.now() - Number(line));
    return undefined;
  };
  const body = each === 'block' ? ['heavy'] : Array.from({ length: bodyEvents }, () => 'x'.repeat(1000));
  for (let n = 0; n * versions * unitMs < 2 * forMs; n++) await submitLines(toys.peer('LI_1'), body);
  const before = heavyMs;
  let sent = 0;
  while (sent * everyMs < forMs) {
    // When it was to be sent: a thread that was at work then has kept it waiting.
    const dueMs = start + sent++ * everyMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    void submitLines(toys.peer('LI_2'), [String(dueMs)]);
  }
  const share = (heavyMs - before) / (performance.now() - start + 1000);
  while (tookMs.length < sent) await new Promise((resolve) => setTimeout(resolve, 10));
  tookMs.sort((one, other) => one - other);
  const at = (part: number) => Math.round(tookMs[Math.min(sent - 1, Math.floor(part * sent))]!);
  void engine.stop({ deadlineMs: 0 });
  return { versions, each, p50: at(0.5), p95: at(0.95), max: at(1), heavyShare: Number(share.toFixed(2)) };
}

for (const [versions, each] of [
  [8, 'block'],
  [58, 'block'],
  [8, 'event'],
] as const)
  process.stdout.write(`${JSON.stringify({ test: 'tenants-apart', ...(await measure(versions, each, 15_000)) })}\n`);
process.exit(0);
