import type { Clock } from '@acequia/base';
import { IntakeBusy } from '@acequia/component-sdk/runtime';
import { describe, expect, test } from 'vitest';
import { decodeFrames, listenerHarness } from '../../testing/listener-harness.ts';
import { generatorConfig, templateNames, type GeneratorConfig } from './config.ts';
import { parseCustomTemplate } from './custom-template.ts';
import { createGenerator, templateOf } from './generate.ts';
import { parseRecording } from './recording.ts';
import { shapeFactor } from './rate-shape.ts';
import { dataGeneratorRuntime } from './runtime.ts';
import { attackerIp } from './world.ts';

/** Time that passes only while somebody sleeps. */
function steppedClock(stepScale = 1): Clock & { at: number } {
  const clock = {
    at: 1_700_000_000_000,
    now: () => clock.at,
    monotonic: () => clock.at,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted) reject(signal.reason as Error);
        else
          setImmediate(() => {
            clock.at += ms * stepScale;
            if (signal?.aborted) reject(signal.reason as Error);
            else resolve();
          });
      }),
    after: () => () => undefined,
  };
  return clock;
}

const lines = (config: Partial<GeneratorConfig>, count: number, from = 0) => {
  const generate = createGenerator(generatorConfig.parse(config));
  return Array.from({ length: count }, (_, index) => generate(from + index, 1_700_000_000_000));
};

describe('generation', () => {
  test.each(templateNames.filter((name) => name !== 'custom' && name !== 'recording'))(
    '%s: same seed and index, same event; another seed, another',
    (template) => {
      const first = lines({ template }, 50);
      expect(lines({ template }, 10, 40)).toEqual(first.slice(40));
      expect(lines({ template, seed: 2 }, 50)).not.toEqual(first);
      expect(new Set(first.map((event) => event.line)).size).toBeGreaterThan(25);
      expect(
        first.every(
          (event) =>
            event.line.length > 20 && !event.line.includes('undefined') && !event.line.includes('\t') && !event.line.includes('\n'),
        ),
      ).toBe(true);
    },
  );
  test('100,000 events: shares of statuses, faults, late and repeated ones', () => {
    const events = lines({ malformed: 5, duplicate: 10, late: 20 }, 100_000);
    const share = (test: (event: (typeof events)[number]) => boolean) => events.filter(test).length / events.length;
    expect(share((event) => event.malformed)).toBeCloseTo(0.05, 2);
    expect(share((event) => event.timeMs < 1_700_000_000_000)).toBeCloseTo(0.2, 1);
    expect(events.filter((event, index) => event.seq !== index).length / events.length).toBeCloseTo(0.1, 1);
    const statuses = lines({}, 20_000).map((event) => / (\d{3}) \d+ "/.exec(event.line)?.[1]);
    expect(statuses.filter((status) => status === '200').length / 20_000).toBeGreaterThan(0.5);
    expect(statuses.includes(undefined)).toBe(false);
  });
  test('incidents at known indices, and none when switched off', () => {
    const spray = lines({ template: 'linux-auth' }, 40, 1000);
    expect(spray.every((event) => event.line.includes('Failed password') && event.line.includes(attackerIp))).toBe(true);
    expect(new Set(spray.map((event) => / for (\S+) /.exec(event.line)?.[1])).size).toBeGreaterThan(30);
    const scan = lines({ template: 'aws-vpc-flow' }, 100, 7000).map((event) => event.line.split(' ')[6]);
    expect(scan).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 1)));
    const [one, two] = lines({ template: 'okta-system' }, 2, 3000).map(
      (event) => JSON.parse(event.line) as { actor: { displayName: string }; client: { geographicalContext: { city: string } } },
    );
    expect(one!.actor.displayName).toBe(two!.actor.displayName);
    expect([one!.client.geographicalContext.city, two!.client.geographicalContext.city]).toEqual(['Madrid', 'Tokyo']);
    expect(lines({ template: 'linux-auth', incidents: false }, 40, 1000).some((event) => event.line.includes(attackerIp))).toBe(false);
  });
  test('own text: calls, faults with their place', () => {
    const [event] = lines({ template: 'custom', custom: '{{ pick("a", \'b\') }} {{int(5,5)}} {{ ip("10.1.0.0/16") }} {{ seq() }}' }, 1);
    expect(event!.line).toMatch(/^[ab] 5 10\.1\.\d+\.\d+ 0$/);
    for (const bad of ['x {{ nope() }}', 'x {{ int(1) }}', 'x {{ pick( }}', 'x {{ constructor() }}', 'x {{ seq()'])
      expect(parseCustomTemplate(bad), bad).toEqual({ ok: false, error: 2 });
    expect(generatorConfig.safeParse({ template: 'custom', custom: '{{ x }}' }).success).toBe(false);
  });
  test('log lines: in turn and over again, each with its times set to now; a fault has its place', () => {
    const recording = [
      '{"at":"2026-01-15T10:00:00.123Z","n":{{ seq() }}}',
      '{"at":"2026-01-15T10:00:00+02:00","log":"Jan  5 10:00:00 a sshd[1]: x"}',
      '',
      '{"log":"[15/Jan/2026:10:00:00 +0100] date=2026-01-15 time=10:00:00"}',
    ].join('\n');
    const config = generatorConfig.parse({ template: 'recording', recording });
    const generate = createGenerator(config);
    const now = Date.UTC(2026, 10, 28, 9, 30, 1, 250);
    expect([0, 1, 2, 3].map((index) => generate(index, now).line)).toEqual([
      '{"at":"2026-11-28T09:30:01.250Z","n":0}',
      '{"at":"2026-11-28T09:30:01Z","log":"Nov 28 09:30:01 a sshd[1]: x"}',
      '{"log":"[28/Nov/2026:09:30:01 +0000] date=2026-11-28 time=09:30:01"}',
      '{"at":"2026-11-28T09:30:01.250Z","n":3}',
    ]);
    expect(templateOf(config).json).toBe(true);
    expect(templateOf({ ...config, recording: `${recording}\nno object` }).json).toBe(false);
    expect(parseRecording('one\ntwo {{ nope() }}')).toEqual({ ok: false, error: 8 });
    expect(parseRecording(' \n')).toEqual({ ok: false, error: 0 });
  });
  test('shapes: daily is quiet at 04:00 and means one, bursts mean one', () => {
    const mean = (shape: GeneratorConfig['shape']) =>
      Array.from({ length: 1440 }, (_, minute) => shapeFactor(shape, minute * 60_000 + (minute % 60) * 1000, 0)).reduce(
        (sum, each) => sum + each,
        0,
      ) / 1440;
    expect(shapeFactor('daily', 4 * 3_600_000, 0)).toBeCloseTo(0);
    expect(mean('daily')).toBeCloseTo(1, 2);
    expect([4, 16].map((hour) => shapeFactor('mild', hour * 3_600_000, 0))).toEqual([0.75, 1.25]);
    expect(mean('mild')).toBeCloseTo(1, 2);
    expect(mean('burst')).toBeCloseTo(1, 1);
    expect(shapeFactor('ramp', 0, 300_000)).toBe(0.5);
  });
});

describe('listener', () => {
  async function run(config: Partial<GeneratorConfig>, until: number) {
    const clock = steppedClock();
    const harness = listenerHarness({ clock });
    const full = generatorConfig.parse(config);
    const began = clock.at;
    const running = await dataGeneratorRuntime.start(full, harness.ctx);
    await harness.intake.atLeast(until);
    const seconds = (clock.at - began) / 1000;
    await running.stop();
    await running.stop();
    const decoded = decodeFrames((slots) => dataGeneratorRuntime.decoder(full, { slots }), harness.intake.frames);
    return { ...harness, seconds, decoded };
  }

  test('rate within 1 %, also below one event a tick', async () => {
    const fast = await run({ rate: 5000 }, 50_000);
    expect(Math.abs(fast.intake.frames.length / fast.seconds - 5000)).toBeLessThan(50);
    const slow = await run({ rate: 3 }, 300);
    expect(Math.abs(slow.intake.frames.length / slow.seconds - 3)).toBeLessThan(0.03);
  });
  test('a total ends it; lines give message and seq, JSON its members', async () => {
    const line = await run({ total: 25, rate: 1000 }, 25);
    expect(line.intake.frames.length).toBe(25);
    expect(line.decoded.events[24]!.fields).toMatchObject({ seq: 24, message: expect.stringContaining('HTTP/1.1') as string });
    const json = await run({ template: 'json-orders', total: 3, rate: 100 }, 3);
    expect(json.decoded.events[2]!.fields).toMatchObject({
      order_id: 'O-000000002',
      seq: 2,
      customer: { name: expect.any(String) as string },
    });
  });
  test('malformed events leave by the error port: in = out + errors', async () => {
    const { decoded, intake } = await run({ template: 'payments', malformed: 50, total: 500, rate: 10_000 }, 500);
    expect(decoded.events.length + decoded.rejected.length).toBe(intake.frames.length);
    expect(decoded.rejected.length).toBeGreaterThan(150);
  });
  test('_raw is the line, without what the generator puts before it', async () => {
    const { decoded } = await run({ total: 40, rate: 1000, malformed: 50 }, 40);
    for (const { raw, fields } of decoded.events) expect(raw).toBe(fields['message']);
    expect(decoded.rejected.length).toBeGreaterThan(5);
    for (const { raw } of decoded.rejected) expect(raw).not.toContain('\t');
    const json = await run({ template: 'json-orders', total: 3, rate: 100 }, 3);
    for (const { raw } of json.decoded.events) expect(JSON.parse(raw!)).toMatchObject({ customer: {} });
  });
  test('a busy journal is asked again, nothing is skipped', async () => {
    const clock = steppedClock();
    const harness = listenerHarness({ clock });
    harness.intake.refuse = new IntakeBusy('behind', 500);
    const running = await dataGeneratorRuntime.start(generatorConfig.parse({ rate: 100, total: 50 }), harness.ctx);
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    harness.intake.refuse = undefined;
    await harness.intake.atLeast(50);
    await running.stop();
    expect(harness.intake.frames.map((frame) => Number(frame.text.split('\t')[0]))).toEqual(
      Array.from({ length: 50 }, (_, index) => index),
    );
    expect(harness.intake.opened).toBe(harness.intake.closed);
  });
});
