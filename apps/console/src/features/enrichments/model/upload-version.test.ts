import { lookupPartBytesMax, type LookupVersion } from '@acequia/contract';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, NoAnswer, Refusal } from '#lib/operations/testing/fake-server.ts';
import { uploadVersion } from './upload-version.ts';

let open = 0;
let openMax = 0;

const version: LookupVersion = {
  number: 7,
  status: 'processing',
  columns: [],
  types: [],
  rows: 0,
  bytes: 0,
  checkedBytes: null,
  fault: null,
  createdAt: 0,
  createdBy: 'ana',
};
const put = async (): Promise<Record<never, never>> => {
  open += 1;
  openMax = Math.max(openMax, open);
  await Promise.resolve();
  open -= 1;
  return {};
};
const server = fakeServer({
  'lookups:createVersion': version,
  'lookups:putPart': put,
  'lookups:finishVersion': version,
  'lookups:deleteVersion': {},
});
const parts = () => server.inputs('lookups:putPart');

beforeEach(() => {
  openMax = 0;
});

const bytes = Uint8Array.from({ length: 5 * lookupPartBytesMax + 9 }, (_, n) => n % 251);
const upload = (options: Partial<Parameters<typeof uploadVersion>[0]> = {}) =>
  uploadVersion({
    file: new File([bytes], 'table.csv'),
    lookupId: 'LK_1',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...options,
  });
const names = () => server.calls.map(({ name }) => name.split(':')[1]);

test('every byte goes, in parts, few at a time, and progress ends at the whole', async () => {
  const progress: number[] = [];
  await upload({ onProgress: ({ sent }) => progress.push(sent) });
  const sent = parts().toSorted((a, b) => Number(a.part) - Number(b.part));
  expect(Buffer.concat(sent.map(({ content }) => Buffer.from(content, 'base64'))).equals(bytes)).toBe(true);
  expect([names()[0], names().at(-1), progress.at(-1)]).toEqual(['createVersion', 'finishVersion', bytes.length]);
  expect(openMax).toBeLessThanOrEqual(3);
});

test('a part whose answer is lost is sent again; a refusal is not', async () => {
  let lost = 2;
  server.answer({
    'lookups:putPart': ({ part }) => {
      if (part === 1 && lost-- > 0) throw new NoAnswer();
      return {};
    },
  });
  await upload();
  expect(parts().filter(({ part }) => part === 1)).toHaveLength(3);
  server.answer({
    'lookups:putPart': () => {
      throw new Refusal('WEB-00027');
    },
  });
  await expect(upload()).rejects.toMatchObject({ code: 'WEB-00027' });
  expect(names().at(-1)).toBe('deleteVersion');
});

test('cancelled: nothing of it stays', async () => {
  const ending = new AbortController();
  await expect(upload({ signal: ending.signal, onProgress: () => ending.abort() })).rejects.toThrow();
  expect(names().at(-1)).toBe('deleteVersion');
  expect(names()).not.toContain('finishVersion');
});
