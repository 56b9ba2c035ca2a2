import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Picture } from './pictures.ts';

/** Of one picture: SHA-256 of its file, and of the code that draws what it shows. */
export interface ManifestEntry {
  readonly picture: string;
  readonly shows: string;
}

/** By the name of the picture's file. */
export type Manifest = Readonly<Record<string, ManifestEntry>>;

const isTest = (path: string): boolean => /\.(?:test|cases)\.tsx?$|[-.]for-tests\.tsx?$|\/testing\//.test(path);

/** All files of a folder (or the file itself) but tests, in one order everywhere. */
function filesOf(root: string, place: string): readonly string[] {
  const path = join(root, place);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !isTest(file))
    .toSorted();
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');

/** SHA-256 of the code that draws a picture. Throws when one of its places is gone. */
export function hashOfSources(root: string, places: readonly string[]): string {
  const hash = createHash('sha256');
  for (const place of places) {
    for (const file of filesOf(root, place)) hash.update(`${relative(root, file)}\n${sha256(readFileSync(file))}\n`);
  }
  return hash.digest('hex');
}

/** What the manifest says of a picture that has just been made. */
export const entryOf = (root: string, picture: Picture, png: Buffer): ManifestEntry => ({
  picture: sha256(png),
  shows: hashOfSources(root, picture.sources),
});

/** Files of pictures whose code has changed since they were made, and of those that were never made. */
export const stalePictures = (root: string, pictures: readonly Picture[], manifest: Manifest): readonly string[] =>
  pictures.filter(({ file, sources }) => manifest[file]?.shows !== hashOfSources(root, sources)).map(({ file }) => file);
