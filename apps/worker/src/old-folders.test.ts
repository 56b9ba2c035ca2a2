import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deploymentSchema } from '@acequia/pipeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { goOn, textsOf } from '../test/old-folders/go-on.ts';
import { startProgram } from '../test/old-folders/life.ts';
import { contentOf, putOldFolder, readOldFolders, type OldFolder, type Outcome } from '../test/old-folders/old-folder.ts';
import { scenes } from '../test/old-folders/scenes.ts';

const folders = readOldFolders();

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'acequia-worker-'));
});
afterAll(() => rmSync(root, { recursive: true }));

const without = (lines: readonly string[], others: readonly string[]) => lines.filter((line) => !others.includes(line));
const twice = (lines: readonly string[]) => lines.filter((line, index) => lines.indexOf(line) !== index);
const linesOf = (pairs: readonly (readonly [string, string])[]) => pairs.map(([line]) => line);

/** What depends neither on how much was written before an event came in, nor on how many were there when a request was made. */
const lasting = ({ files, sent, ...rest }: Outcome, fresh: readonly string[]) => {
  const isOld = (line: string) => without(textsOf([line]), fresh).length > 0;
  return {
    ...rest,
    files: Object.fromEntries(Object.entries(files).map(([path, lines]) => [path, lines.filter(isOld).toSorted()])),
    sent: linesOf(sent).filter(isOld),
  };
};

const newFolder = (): string => mkdtempSync(join(root, 'folder-'));

describe('the folder of a worker that died is taken over', { timeout: 120_000 }, () => {
  test.for(scenes)('$name: all comes once, by the same name, and counts go on', async (scene) => {
    const folder = folders[scene.name]!;
    const outcome = await goOn(scene, folder, newFolder());
    const { fresh = [], files = {}, sent = [], letters = 0 } = scene;
    const arrived: Record<string, readonly string[]> = { ...outcome.files, '': [...linesOf(folder.before.sent), ...linesOf(outcome.sent)] };
    for (const [path, wanted] of Object.entries({ ...files, '': sent })) {
      const found = textsOf(arrived[path] ?? []);
      expect({ path, lost: without(wanted, found), invented: without(found, wanted), twice: twice(found) }).toEqual({
        path,
        lost: [],
        invented: [],
        twice: [],
      });
    }
    // What was under way is sent again by the name that it had.
    const again = folder.before.unanswered.filter(([line]) => sent.includes(textsOf([line])[0]!));
    expect(again.filter(([line, key]) => !outcome.sent.some((one) => one[0] === line && one[1] === key))).toEqual([]);
    expect(outcome.letters.length).toBe(letters);
    expect(lasting(outcome, fresh)).toEqual(lasting(folder.after, fresh));
  });
});

test('a folder of a newer format is refused with both versions named, and left as it is', async () => {
  const folder = folders['keyed']!;
  const directory = newFolder();
  putOldFolder(folder, directory, folder.port);
  const path = join(directory, 'data/journal/journal.json');
  const meta = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: number };
  writeFileSync(path, JSON.stringify({ ...meta, version: meta.version + 1 }));
  const found = withoutLock(directory);
  const child = startProgram(directory, 'http://127.0.0.1:1', folder.atMs, 0);
  const said = text(child.stderr!);
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, said: await said }).toEqual({
    code: 78,
    said: expect.stringContaining(
      `data are of a newer Acequia: data/journal/journal.json has version ${meta.version + 1}, this program reads up to ${meta.version}.`,
    ) as string,
  });
  expect(withoutLock(directory)).toEqual(found);
});

/** The lock names a process that has ended: whoever looks at the journal takes it away. */
function withoutLock(directory: string) {
  const { files, links } = contentOf(directory);
  return { files, links: Object.entries(links).filter(([name]) => name !== 'data/journal/lock') };
}

type Value = null | string | number | boolean | readonly Value[] | { readonly [name: string]: Value };
const isNothing = (value: Value): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Where something stands in a JSON text; `empty`: where nothing stands, too. */
function placesIn(value: Value, empty: boolean, at = ''): string[] {
  if (isNothing(value)) return empty ? [at] : [];
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, each]) => placesIn(each, empty, Array.isArray(value) ? `${at}[]` : `${at}.${name}`));
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}
/** The same of a schema. What is of another one's, a document, is one place. */
function placesOf({ properties, items }: Shape, at = ''): string[] {
  if (items) return placesOf(items, `${at}[]`);
  if (!properties || at.endsWith('.document')) return [at];
  return Object.entries(properties).flatMap(([name, each]) => placesOf(each, `${at}.${name}`));
}

const jsonFile = /^(keys|data\/(state|last-life|journal))\/[a-z-]+\.json$/;
/** `<file> <place>` of all that a worker keeps as JSON. */
const placesBelow = (files: OldFolder['files'], empty: boolean): string[] =>
  Object.entries(files).flatMap(([name, content]) =>
    jsonFile.test(name)
      ? placesIn(JSON.parse(Buffer.from(content, 'base64').toString()) as Value, empty).map((place) => `${name} ${place}`)
      : [],
  );
/** Without what is another in each folder. */
const kindOf = (name: string): string => name.replaceAll(/[0-9a-f]{24,}|\d{8,}|(?<=step-)\d+/g, '#');

describe('nothing that a worker keeps is in no folder', { timeout: 120_000 }, () => {
  const held = new Set(Object.values(folders).flatMap(({ files }) => placesBelow(files, false)));
  const isHeld = (place: string): boolean => [...held].some((each) => each.startsWith(place));

  test('of a deployment', () => {
    const shape = z.toJSONSchema(deploymentSchema, { unrepresentable: 'any' }) as unknown as Shape;
    const wanted = placesOf(shape, 'data/state/deployment.json .deployment');
    expect(wanted.length).toBeGreaterThan(40);
    expect(wanted.filter((place) => !isHeld(place))).toEqual([]);
  });

  test('of files, and of fields of those that are JSON', async () => {
    const scene = scenes.find(({ name }) => name === 'unread')!;
    const directory = newFolder();
    await goOn(scene, folders[scene.name]!, directory);
    const { files, links } = contentOf(directory);
    const kinds = new Set(Object.values(folders).flatMap((folder) => Object.keys({ ...folder.files, ...folder.links }).map(kindOf)));
    // The index of a segment is made anew where it is missing.
    const ofWorker = Object.keys({ ...files, ...links }).filter((name) => !/^(in|out)\/|\.index$/.test(name));
    expect(ofWorker.filter((name) => !kinds.has(kindOf(name)))).toEqual([]);
    // What a deployment has is looked at above.
    expect(placesBelow(files, true).filter((place) => !place.includes('.deployment.') && !isHeld(place))).toEqual([]);
  });

  test('of what a file data sink notes of its runs, and of its holds', () => {
    const logs = Object.values(folders).flatMap(({ files }) => Object.entries(files).filter(([name]) => name.endsWith('.opened')));
    const notes = logs.flatMap(([, content]) => Buffer.from(content, 'base64').toString().split('\n').slice(0, -1));
    const acts = notes.map((note) => (JSON.parse(note) as { readonly do: string }).do);
    expect([...new Set(acts)].toSorted()).toEqual(['close', 'open', 'rotate', 'yield']);
    const links = Object.values(folders).flatMap((folder) => Object.keys(folder.links));
    const holds = links.flatMap((name) => /\.acequia\/t\d\/([a-z]+)/.exec(name)?.[1] ?? []);
    expect([...new Set(holds)].toSorted()).toEqual(['held', 'holders', 'wanted', 'worker']);
  });
});
