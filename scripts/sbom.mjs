// npm run --silent sbom > sbom.json: the parts of this product, from the lockfile, as CycloneDX.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runtime.mjs';
import { sbomOf } from './sbom-of.mjs';

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
process.stdout.write(`${JSON.stringify(sbomOf(read('package-lock.json'), read('package.json').version), null, 2)}\n`);
