/**
 * Writes `src/fixtures/folders-of-lanes.json.gz`: the folders of all scenes as this program leaves them, and what it makes of them
 * afterwards. `make.ts [scene…]` writes those scenes anew and leaves the others.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginLife } from './life.ts';
import { filesOf, goOn, nameOf, putFiles, readOldFolders, writeOldFolders, type OldFolder } from './old-folder.ts';
import { scenes, type Scene } from './scenes.ts';

const wanted = process.argv.slice(2);
const folders: Record<string, OldFolder> = wanted.length > 0 ? readOldFolders() : {};
const root = mkdtempSync(join(tmpdir(), 'acequia-old-folders-'));

async function leave(scene: Scene & { readonly after?: Scene }, lanes: number): Promise<OldFolder> {
  const directory = mkdtempSync(join(root, 'made-'));
  const earlier = scene.after && folders[nameOf(scene.after, lanes)];
  if (earlier) putFiles(earlier.files, directory);
  const life = await beginLife(directory, lanes, scene.limits);
  await scene.enter(life);
  await life.die();
  scene.cut?.(directory);
  const files = filesOf(directory);
  const before = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, [...(earlier?.before[name] ?? []), ...life.to(name).lines]]));
  const next = mkdtempSync(join(root, 'next-'));
  putFiles(files, next);
  return { files, before, after: await goOn(scene, next, lanes) };
}

for (const scene of scenes) {
  if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
  for (const lanes of [0, 2]) {
    folders[nameOf(scene, lanes)] = await leave(scene, lanes);
    process.stdout.write(`${nameOf(scene, lanes)}\n`);
  }
}
writeOldFolders(folders);
rmSync(root, { recursive: true });
process.exit(0);
