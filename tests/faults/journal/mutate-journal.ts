import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Journal } from '@acequia/journal';
import { groupEnd, readHead, segmentHeaderBytes, type FileCalls } from '@acequia/journal/testing';
import type { MutationId } from '../fault.ts';

/** The file calls of a journal that forgets something. */
export function mutateCalls(mutation: MutationId, calls: FileCalls): FileCalls {
  switch (mutation) {
    case 'sync-removed':
      return { ...calls, sync: () => undefined };
    case 'folder-sync-removed':
      return { ...calls, syncFolder: () => undefined };
    case 'failed-sync-repeated':
      return {
        ...calls,
        sync: (fd) => {
          try {
            calls.sync(fd);
          } catch {
            calls.sync(fd);
          }
        },
      };
    default:
      return calls;
  }
}

/** A journal that says yes too early. */
export function mutateJournal(mutation: MutationId, journal: Journal): Journal {
  switch (mutation) {
    case 'acknowledge-before-write':
      return with_(journal, {
        append: (group) => {
          journal.append(group).catch(() => undefined);
          return Promise.resolve({ blocks: [] });
        },
      });
    case 'commit-not-written':
      return with_(journal, { commits: { ...commitsOf(journal), commit: () => Promise.resolve() } });
    default:
      return journal;
  }
}

function with_(journal: Journal, other: Partial<Journal>): Journal {
  return new Proxy(journal, {
    get: (target, name) => {
      if (Object.hasOwn(other, name)) return other[name as keyof Journal];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function commitsOf({ commits }: Journal): Journal['commits'] {
  return { commit: (changes) => commits.commit(changes), get: (key) => commits.get(key), keys: (prefix) => commits.keys(prefix) };
}

/** Files as a recovery leaves them that gets something wrong. */
export function mutateImage(mutation: MutationId, folder: string): void {
  const segments = readdirSync(folder)
    .filter((name) => /^segment-\d+\.log$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
  if (mutation === 'partial-group-kept') for (const path of segments) endLastGroup(path);
  if (mutation === 'segments-swapped' && segments.length > 1) swap(segments.at(-2)!, segments.at(-1)!);
}

/** Marks the last whole record as the end of its group. */
function endLastGroup(path: string): void {
  const file = readFileSync(path);
  let last: number | undefined;
  for (let at = segmentHeaderBytes; ;) {
    const head = readHead(file, at);
    if (head === undefined || at + head.recordBytes > file.length) break;
    last = at;
    at += head.recordBytes;
  }
  if (last === undefined) return;
  file.writeUInt16LE(groupEnd, last + 6);
  const headBytes = file.readUInt32LE(last + 12);
  file.writeUInt32LE(crc32(file.subarray(last + 12, last + headBytes), crc32(file.subarray(last + 4, last + 8))), last + 8);
  writeFileSync(path, file);
}

/** The records of two segments change places; each keeps its own header. */
function swap(one: string, other: string): void {
  const [a, b] = [readFileSync(one), readFileSync(other)];
  writeFileSync(one, Buffer.concat([a.subarray(0, segmentHeaderBytes), b.subarray(segmentHeaderBytes)]));
  writeFileSync(other, Buffer.concat([b.subarray(0, segmentHeaderBytes), a.subarray(segmentHeaderBytes)]));
  for (const path of [one, other]) rmSync(`${path}.index`, { force: true });
}
