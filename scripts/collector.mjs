// The OpenTelemetry Collector that a test talks to, built from its pinned modules: nothing else brings its binary.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runtime.mjs';

const source = join(root, 'tests', 'programs', 'collector');

/** Folder with `otelcol-contrib` in it. Builds it when its source is new, which takes minutes; throws one sentence when that cannot be done. */
export function ensureCollector() {
  const hash = createHash('sha256');
  for (const name of ['go.mod', 'go.sum', 'main.go']) hash.update(readFileSync(join(source, name)));
  const folder = join(root, '.cache', 'collector', hash.digest('hex').slice(0, 16));
  const program = join(folder, 'otelcol-contrib');
  if (existsSync(program)) return folder;
  process.stdout.write('Building the OpenTelemetry Collector into .cache/collector …\n');
  mkdirSync(folder, { recursive: true });
  const built = spawnSync('go', ['build', '-trimpath', '-ldflags', '-s -w', '-o', program, '.'], { cwd: source, encoding: 'utf8' });
  if (built.error) throw new Error(`This test builds the OpenTelemetry Collector, which needs Go on the PATH: ${built.error.message}.`);
  if (built.status !== 0) throw new Error(`go could not build the OpenTelemetry Collector: ${built.stderr.trim().split('\n').at(-1)}`);
  return folder;
}
