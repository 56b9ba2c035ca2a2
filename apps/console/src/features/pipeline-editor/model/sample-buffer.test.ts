import type { Sample } from '@acequia/contract';
import { describe, expect, it } from 'vitest';
import { addSamples, missingFields, sampleJson, sampleLine, samplesMax, valueLook } from './sample-buffer.ts';

const sample = (id: string, direction: 'in' | 'out', fields: Record<string, string>, port = 'default'): Sample => ({
  id,
  receivedMs: 0,
  direction,
  port,
  fields: Object.entries(fields).map(([name, value]) => ({ name, type: 'string', value })),
});

describe('recent events', () => {
  it('stand newest first, each once', () => {
    const first = addSamples([], [sample('1', 'in', {}), sample('2', 'in', {})]);
    expect(addSamples(first, [sample('2', 'in', {}), sample('3', 'in', {})]).map((each) => each.id)).toEqual(['3', '2', '1']);
  });

  it('keep an event that goes out by two ports twice', () => {
    expect(addSamples([], [sample('1', 'out', {}, 'slow'), sample('1', 'out', {}, 'bad')])).toHaveLength(2);
  });

  it('never grow beyond their bound, in either direction', () => {
    let known: readonly Sample[] = [];
    for (let i = 0; i < samplesMax * 3; i += 1) known = addSamples(known, [sample(`${i}`, 'in', {}), sample(`${i}`, 'out', {})]);
    expect(known.filter((each) => each.direction === 'in')).toHaveLength(samplesMax);
    expect(known).toHaveLength(samplesMax * 2);
  });
});

describe('values as they are', () => {
  it('tells null, empty and missing apart', () => {
    const one = sample('1', 'in', { a: 'null', b: '""', c: '"null"' });
    expect(one.fields.map(valueLook)).toEqual(['null', 'empty', 'value']);
    expect(missingFields(one, [one, sample('2', 'in', { b: '1', d: '2', _raw: '""' })])).toEqual(['d']);
  });

  it('copies big integers and decimals digit by digit, in their order', () => {
    const text = sampleJson(sample('1', 'in', { z: '9007199254740993', a: '1.0' }));
    expect(text).toBe('{\n  "z": 9007199254740993,\n  "a": 1.0\n}');
  });

  it('shows the raw line where there is one', () => {
    expect(sampleLine(sample('1', 'in', { a: '1', _raw: '"x \\"y\\""' }))).toBe('x "y"');
    expect(sampleLine(sample('1', 'in', { a: '1', b: '"z"', _id: '"q"' }))).toBe('a=1 b="z"');
  });
});
