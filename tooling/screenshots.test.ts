import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entryOf, hashOfSources, stalePictures, type Manifest } from './screenshots/manifest.ts';
import { pictures } from './screenshots/pictures.ts';

const root = join(import.meta.dirname, '..');
const images = join(root, 'docs/images');
const manifest = JSON.parse(readFileSync(join(images, 'manifest.json'), 'utf8')) as Manifest;
const files = pictures.map(({ file }) => file);

/** Files of docs/images that README and the guides show. */
function shown(): readonly string[] {
  const guides = readdirSync(join(root, 'docs/guides')).map((name) => join('docs/guides', name));
  const texts = ['README.md', ...guides].map((name) => readFileSync(join(root, name), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/images\/([\w-]+\.(?:png|svg|webp))/g)].map(([, file = '']) => file)))];
}

test('every picture is shown somewhere, and every picture that is shown can be made again', () => {
  expect(shown().toSorted()).toEqual(files.toSorted());
});

test('no picture was put in by hand: each is the one that the manifest was written with', () => {
  const found = readdirSync(images).filter((name) => name !== 'manifest.json');
  expect(found.toSorted()).toEqual(Object.keys(manifest).toSorted());
  expect(
    found.map((name) =>
      createHash('sha256')
        .update(readFileSync(join(images, name)))
        .digest('hex'),
    ),
  ).toEqual(found.map((name) => manifest[name]?.picture));
});

test('the code of every picture is where its entry says', () => {
  expect(pictures.map(({ sources }) => hashOfSources(root, sources)).every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
});

test('a picture is stale once its code changes, and not for another’s code or for a test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-screenshots-'));
  try {
    mkdirSync(join(folder, 'home/parts'), { recursive: true });
    mkdirSync(join(folder, 'editor'));
    writeFileSync(join(folder, 'home/parts/flow.tsx'), 'one');
    writeFileSync(join(folder, 'editor/canvas.tsx'), 'one');
    const open = () => Promise.resolve();
    const made = ['home', 'editor'].map((place) => ({
      file: `${place}.png`,
      theme: 'light' as const,
      organization: 'demo' as const,
      sources: [place],
      open,
    }));
    const written: Manifest = Object.fromEntries(made.map((each) => [each.file, entryOf(folder, each, Buffer.from('png'))]));
    expect(stalePictures(folder, made, written)).toEqual([]);
    expect(stalePictures(folder, made, {})).toEqual(['home.png', 'editor.png']);
    writeFileSync(join(folder, 'home/parts/flow.test.tsx'), 'a test');
    expect(stalePictures(folder, made, written)).toEqual([]);
    writeFileSync(join(folder, 'home/parts/flow.tsx'), 'two');
    expect(stalePictures(folder, made, written)).toEqual(['home.png']);
    cpSync(join(folder, 'editor/canvas.tsx'), join(folder, 'editor/copy.tsx'));
    expect(stalePictures(folder, made, written)).toEqual(['home.png', 'editor.png']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
