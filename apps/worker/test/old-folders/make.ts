/**
 * Writes `src/fixtures/worker-folders.json.gz`: the folders of all scenes as this program leaves them, and what it makes of them
 * afterwards. `make.ts [scene…]` writes those scenes anew and leaves the others.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyPair } from '@acequia/contract/fleet-crypto';
import { saveIdentity } from '../../src/fleet/identity.ts';
import { startDestination } from './destination.ts';
import { arrivedOf, goOn, withPatience } from './go-on.ts';
import { beginLife, places } from './life.ts';
import { contentOf, numbersOf, readOldFolders, withoutMachine, writeOldFolders, type OldFolder } from './old-folder.ts';
import { scenes, type Scene } from './scenes.ts';

const wanted = process.argv.slice(2);
const folders: Record<string, OldFolder> = wanted.length > 0 ? readOldFolders() : {};
const root = mkdtempSync(join(tmpdir(), 'acequia-worker-folders-'));

/** Of all first lives: noon of 28 November 2026, UTC. */
const beginsAtMs = 1_795_867_200_000;
const attemptsMax = 20;

/** Undefined: the process did not die in the state that is meant. */
async function attempt(scene: Scene): Promise<Omit<OldFolder, 'after'> | undefined> {
  const directory = mkdtempSync(join(root, 'made-'));
  const serverKeys = createKeyPair('ed25519');
  const sealing = createKeyPair('x25519');
  const log = { id: 'LG_2', number: 2, openings: 0, adopts: false };
  const membership = { workerId: 'WK_1', clusterId: 'CL_1', serverKey: serverKeys.publicKey, log };
  saveIdentity(join(directory, places.keys), { signing: createKeyPair('ed25519'), sealing, membership });
  scene.prepare?.(directory);
  const destination = await startDestination();
  const begunMs = performance.now();
  const life = await beginLife({
    directory,
    serverKeys,
    atMs: beginsAtMs,
    destination,
    lanes: 1,
    ...(scene.lookups ? { lookups: scene.lookups } : {}),
  });
  const entering = scene.enter({ ...life, sealingKey: sealing.publicKey });
  const told = () => JSON.stringify(life.fleet.report());
  try {
    await withPatience(entering, () => `${scene.name}: its state was not reached: ${told()}`);
  } finally {
    await life.kill();
  }
  if (scene.isThere?.(directory) === false) return undefined;
  const atMs = beginsAtMs + Math.ceil(performance.now() - begunMs);
  const before = arrivedOf(scene, life, (received) => destination.wasAnswered(received));
  scene.meanwhile?.(directory);
  const { files, links } = withoutMachine(contentOf(directory));
  const numbers = numbersOf(directory, Object.keys(files));
  const ledger = [...life.fleet.ledger.values()];
  return { serverKeys, port: destination.port, atMs, files, links, numbers, told: ledger, before };
}

async function leave(scene: Scene): Promise<OldFolder> {
  for (let left = attemptsMax; left > 0; left--) {
    const folder = await attempt(scene);
    if (folder === undefined) continue;
    return { ...folder, after: await goOn(scene, folder, mkdtempSync(join(root, 'next-'))) };
  }
  throw new Error(`${scene.name}: the process never died in that state`);
}

for (const scene of scenes) {
  if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
  folders[scene.name] = await leave(scene);
  writeOldFolders(folders);
  process.stdout.write(`${scene.name}\n`);
}
rmSync(root, { recursive: true });
