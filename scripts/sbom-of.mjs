// The parts a lockfile names, as a CycloneDX 1.6 document. The same lockfile gives the same bytes.
import { createHash } from 'node:crypto';

const algorithms = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** `lock` is a parsed package-lock.json of version 3, `version` the product's. */
export function sbomOf(lock, version) {
  const entries = Object.entries(lock.packages).filter(([place, entry]) => place !== '' && !entry.link);
  const linked = Object.fromEntries(
    Object.entries(lock.packages).flatMap(([place, entry]) => (entry.link ? [[place, entry.resolved]] : [])),
  );
  const refs = new Map(entries.map(([place, entry]) => [place, purlOf(nameOf(place, entry), entry.version)]));
  const root = purlOf(lock.packages[''].name, version);
  const components = new Map();
  for (const [place, entry] of entries) {
    const ref = refs.get(place);
    const known = components.get(ref);
    // Of a part that is there twice, what is used at run time counts.
    if (known === undefined || (known.scope === 'excluded' && !entry.dev)) components.set(ref, componentOf(ref, place, entry));
  }
  const dependencies = new Map([[root, new Set()]]);
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (entry.link) continue;
    const ref = place === '' ? root : refs.get(place);
    const needs = dependencies.get(ref) ?? new Set();
    for (const name of neededBy(place, entry)) {
      const found = resolve(place, name, lock.packages);
      if (found !== undefined) needs.add(refs.get(linked[found] ?? found));
    }
    for (const workspace of place === '' ? Object.values(linked) : []) needs.add(refs.get(workspace));
    dependencies.set(ref, needs);
  }
  const byRef = (a, b) => (a < b ? -1 : 1);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(lock.packages))}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': root, name: lock.packages[''].name, version, purl: root } },
    components: [...components.values()].sort((a, b) => byRef(a['bom-ref'], b['bom-ref'])),
    dependencies: [...dependencies].sort(([a], [b]) => byRef(a, b)).map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort(byRef) })),
  };
}

function componentOf(ref, place, entry) {
  const name = nameOf(place, entry);
  const [group, short] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const [, algorithm, digest] = /^(sha\d+)-(\S+)/.exec(entry.integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group === undefined ? {} : { group }),
    name: short,
    version: entry.version,
    purl: ref,
    scope: entry.dev ? 'excluded' : entry.optional ? 'optional' : 'required',
    ...(algorithm === undefined
      ? {}
      : { hashes: [{ alg: algorithms[algorithm], content: Buffer.from(digest, 'base64').toString('hex') }] }),
    ...(entry.license === undefined ? {} : { licenses: [{ expression: entry.license }] }),
  };
}

/** An alias names its package; else the place does. */
const nameOf = (place, entry) => entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What runs, and for our own parts what builds and tests them too. */
const neededBy = (place, entry) =>
  Object.keys({
    ...entry.dependencies,
    ...entry.optionalDependencies,
    ...entry.peerDependencies,
    ...(place.includes('node_modules') ? {} : entry.devDependencies),
  });

/** Where Node finds `name` from `place`; undefined for an optional part that is not there. */
function resolve(place, name, packages) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (!folder.endsWith('node_modules') && packages[candidate] !== undefined) return candidate;
    if (folder === '') return undefined;
  }
}

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version ?? '0.0.0')}`;

function uuidOf(text) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
