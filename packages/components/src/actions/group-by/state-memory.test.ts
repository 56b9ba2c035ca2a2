import { collectGarbage } from '@acequia/base/process';
import { Float, jsonOfText, List, Timestamp } from '@acequia/event';
import { expect, it } from 'vitest';
import type { AccumulatorKind, Value } from './aggregates/accumulator.ts';
import { groupByConfig } from './config.ts';
import { aggregateFunctions, type AggregateFunction } from './function-types.ts';
import { kindsOf } from './functions.ts';
import { Panes } from './panes.ts';
import { Group } from './group.ts';
import { StateWriter } from '../../state/state-bytes.ts';

const held = (): number => {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const kindOfFunction = (name: AggregateFunction): AccumulatorKind =>
  kindsOf(
    groupByConfig.parse({
      aggregations: [{ function: name, name: 'x', limit: 1000, expr: { form: 'code', ast: { field: 'a' }, code: '' } }],
    }).aggregations,
  )[0]!;

const numbers = new Set(['sum', 'avg', 'median', 'percentile', 'stddev', 'range']);
const truths = new Set(['any', 'all']);
const texts = 'abcdefghijklmnopqrstuvwxyz'.repeat(40);

const shapes: Readonly<Record<string, (n: number) => Value>> = {
  'short texts': (n) => `value ${n}`,
  'long texts': (n) => `${n}${texts}`,
  'long texts of other alphabets': (n) => `${n}${'я'.repeat(500)}`,
  'parts of longer texts': (n) => `${n}${texts}`.slice(0, 40),
  floats: (n) => new Float(n + 0.5),
  times: (n) => new Timestamp(BigInt(n) * 1_000_000_007n),
  objects: (n) => jsonOfText(`{"a":${n},"b":"${texts.slice(0, 100)}"}`),
  lists: (n) => new List('string', [`${n}${texts}`.slice(0, 60), `${n}`]),
};

/** Values that are kept as they are, in all shapes. */
const keeping = new Set<AggregateFunction>(['first', 'collect-list', 'collect-set', 'most-frequent']);
const valuesFor = (name: AggregateFunction): readonly (readonly [string, (n: number) => Value])[] => {
  if (truths.has(name)) return [['truths', (n) => n % 2 === 0]];
  if (numbers.has(name)) return [['floats', shapes['floats']!]];
  return keeping.has(name) ? Object.entries(shapes) : [['short texts', shapes['short texts']!]];
};

const cases = aggregateFunctions.flatMap((name) =>
  valuesFor(name).flatMap(([shape, valueOf]) => [1, 40].map((each) => ({ name, shape, valueOf, each }))),
);

it.each(cases)(
  '$name of $each $shape: what is counted is not less than what is held, nor than a checkpoint has',
  ({ name, valueOf, each }) => {
    const kinds = [kindOfFunction(name)];
    const groups = each === 1 || name === 'first' ? 8000 : keeping.has(name) ? 400 : 2000;
    const fill = (count: number): Panes => {
      const panes = new Panes(kinds);
      const pane = panes.at(0);
      for (let n = 0; n < count; n++) {
        const group = Group.begin(kinds, [`key ${n}`], `LI_0123456789.1-1-${n}.0`, false);
        panes.add(pane, `string5:key ${n}`, group);
        for (let i = 0; i < each; i++) panes.bytes += group.add([valueOf(n * each + i)]);
      }
      return panes;
    };
    // What the engine of the language keeps of the code itself is there before it is measured.
    fill(20);
    const before = held();
    const panes = fill(groups);
    const used = held() - before;
    const out = new StateWriter();
    panes.write(out);
    const written = out.finish().length;
    expect(panes.bytes).toBeGreaterThan(0.9 * used);
    expect(panes.bytes).toBeGreaterThan(written);
  },
);
