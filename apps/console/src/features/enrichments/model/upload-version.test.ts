import { lookupPartBytesMax } from '@acequia/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { OperationError } from '#lib/operations/operation-error.ts';
import { uploadVersion } from './upload-version.ts';

interface Call {
  readonly name: string;
  readonly input: { readonly part: number; readonly content: string };
}
const calls: Call[] = [];
let fail: (call: Call) => Error | undefined;
let open = 0;
let openMax = 0;

vi.mock('#lib/operations/call.ts', () => ({
  callOperation: async (name: string, input: Call['input'], options: { signal?: AbortSignal } = {}) => {
    open += 1;
    openMax = Math.max(openMax, open);
    await Promise.resolve();
    open -= 1;
    options.signal?.throwIfAborted();
    const call = { name, input };
    const error = fail(call);
    calls.push(call);
    if (error) throw error;
    return { number: 7, status: 'active', fault: null };
  },
}));

beforeEach(() => {
  calls.length = 0;
  openMax = 0;
  fail = () => undefined;
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
const names = () => calls.map(({ name }) => name.split(':')[1]);

test('every byte goes, in parts, few at a time, and progress ends at the whole', async () => {
  const progress: number[] = [];
  await upload({ onProgress: ({ sent }) => progress.push(sent) });
  const parts = calls.filter(({ name }) => name === 'lookups:putPart').sort((a, b) => a.input.part - b.input.part);
  expect(Buffer.concat(parts.map(({ input }) => Buffer.from(input.content, 'base64'))).equals(bytes)).toBe(true);
  expect([names()[0], names().at(-1), progress.at(-1)]).toEqual(['createVersion', 'finishVersion', bytes.length]);
  expect(openMax).toBeLessThanOrEqual(3);
});

test('a part whose answer is lost is sent again; a refusal is not', async () => {
  let lost = 2;
  fail = ({ name, input }) => (name === 'lookups:putPart' && input.part === 1 && lost-- > 0 ? new OperationError('NETWORK') : undefined);
  await upload();
  expect(calls.filter(({ name, input }) => name === 'lookups:putPart' && input.part === 1)).toHaveLength(3);
  calls.length = 0;
  fail = ({ name }) => (name === 'lookups:putPart' ? new OperationError('WEB-00027') : undefined);
  await expect(upload()).rejects.toMatchObject({ code: 'WEB-00027' });
  expect(names().at(-1)).toBe('deleteVersion');
});

test('cancelled: nothing of it stays', async () => {
  const ending = new AbortController();
  await expect(upload({ signal: ending.signal, onProgress: () => ending.abort() })).rejects.toThrow();
  expect(names().at(-1)).toBe('deleteVersion');
  expect(names()).not.toContain('finishVersion');
});
