import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Float, List, Timestamp } from '@acequia/event';
import { blockOf, builderOf, contents } from './batch-fixture.ts';
import { imageAt, BadImage } from './image-layout.ts';
import { readImage } from './read-image.ts';
import { createSlotTable } from './slot-table.ts';
import { writeImage } from './write-image.ts';
import { cellTags, type BatchView } from './view.ts';

function sample(origin: string): BatchView {
  const frames = Array.from({ length: 30 }, (_, index) => `${origin} line ${index}`);
  const block = blockOf(frames);
  const builder = builderOf(block, createSlotTable(), {
    envelope: { tenantId: 't', listenerId: 'LI_1', listenerName: 'l', listenerType: 'http', cluster: 'c', worker: 'w', origin },
  });
  for (let frame = 0; frame < 30; frame++) {
    builder.begin(frame);
    builder.namedSpan(block.offset(frame), 3, block.offset(frame), 5, cellTags.text);
    builder.namedValue(`k${frame % 20}`, new Float(frame));
    builder.namedValue('at', new Timestamp(7n));
    builder.namedValue('list', new List('string', ['a', 'ñ']));
  }
  return builder.finish().events;
}

describe('batch image', () => {
  it('joins views of several blocks, each row with its own birth', () => {
    const [first, second] = [sample('1-1-1'), sample('1-1-2')];
    const joined = readImage(writeImage([first, second]), { slots: createSlotTable() });
    expect(joined.count).toBe(60);
    expect(contents(joined)).toEqual([...contents(first), ...contents(second)]);
    expect(joined.id(59)).toBe('LI_1.1-1-2.29');
  });

  it('without rows', () => {
    const view = builderOf(blockOf([])).finish().events;
    const back = readImage(writeImage(view), { slots: createSlotTable() });
    expect([back.count, back.envelope.listenerId]).toEqual([0, 'LI_1']);
  });

  it('leaves _raw out when asked, and is smaller', () => {
    const view = sample('1-1-1');
    const slim = readImage(writeImage(view, { raw: false }), { slots: createSlotTable() });
    expect(slim.text(0, 1)).toBeUndefined();
    expect(view.text(0, 1)).toBe('1-1-1 line 0');
  });

  it('reads from an odd address', () => {
    const image = writeImage(sample('1-1-1'));
    const shifted = Buffer.alloc(image.length + 3);
    shifted.set(image, 3);
    expect(contents(readImage(shifted.subarray(3), { slots: createSlotTable() }))).toEqual(contents(sample('1-1-1')));
  });

  it('any flipped bit or cut is refused', () => {
    const image = writeImage(sample('1-1-1'));
    fc.assert(
      fc.property(fc.nat(image.length * 8 - 1), (bit) => {
        const bad = Buffer.from(image);
        bad[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => readImage(bad, { slots: createSlotTable() })).toThrow(BadImage);
      }),
      { examples: [[48], [63]] },
    );
    for (let length = 0; length < image.length; length += 41) {
      expect(() => readImage(image.subarray(0, length), { slots: createSlotTable() })).toThrow(BadImage);
    }
  });

  it('hostile bytes under a right CRC are refused or read within bounds', () => {
    const image = writeImage(sample('1-1-1'));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 16, max: image.length - 1 }), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        (edits) => {
          const bad = Buffer.from(image);
          for (const [at, byte] of edits) bad[at] = byte;
          bad.writeUInt32LE(crc32(bad.subarray(16)), imageAt.crc);
          try {
            contents(readImage(bad, { slots: createSlotTable() }));
          } catch (error) {
            expect(error).toBeInstanceOf(BadImage);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('of a newer version names both versions', () => {
    const image = Buffer.from(writeImage(sample('1-1-1')));
    image.writeUInt16LE(9, imageAt.version);
    expect(() => readImage(image, { slots: createSlotTable() })).toThrow('image version 9, this program reads 1');
  });
});
