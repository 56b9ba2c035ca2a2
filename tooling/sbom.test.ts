import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sbomOf } from '../scripts/sbom-of.mjs';

interface Entry {
  readonly version?: string;
  readonly name?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly integrity?: string;
}
interface Bom {
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly scope: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const lock = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};
const bom = sbomOf(lock, '1.2.3') as Bom;
const refs = new Set(bom.components.map((component) => component['bom-ref']));
const outside = Object.entries(lock.packages).filter(([place, entry]) => place.includes('node_modules/') && entry.link !== true);

describe('the list of parts', () => {
  test('leaves out none of the lockfile, names each once, and with its hash', () => {
    expect(refs.size).toBe(bom.components.length);
    const byRef = new Map(bom.components.map((component) => [component['bom-ref'], component]));
    for (const [place, { name, version, integrity }] of outside) {
      const ref = `pkg:npm/${(name ?? place.split('node_modules/').at(-1)!).replace('@', '%40')}@${encodeURIComponent(version!)}`;
      const [hash] = byRef.get(ref)?.hashes ?? [];
      const shown = hash && `${hash.alg.toLowerCase().replace('-', '')}-${Buffer.from(hash.content, 'hex').toString('base64')}`;
      expect([ref, shown]).toEqual([ref, integrity]);
    }
  });

  test('says who needs what, and names nobody who is not there', () => {
    const known = new Set([...refs, 'pkg:npm/acequia@1.2.3']);
    for (const { ref, dependsOn } of bom.dependencies) for (const each of [ref, ...dependsOn]) expect(known).toContain(each);
    const needs = (start: string) => bom.dependencies.find(({ ref }) => ref.startsWith(start))!.dependsOn.map((ref) => ref.split('@')[0]);
    expect(needs('pkg:npm/acequia@')).toContain('pkg:npm/%40acequia/server');
    expect(needs('pkg:npm/%40acequia/server@')).toEqual(expect.arrayContaining(['pkg:npm/fastify', 'pkg:npm/jose', 'pkg:npm/pg']));
  });

  test('tells parts of tests from those that run', () => {
    const scopeOf = (start: string) => bom.components.find((component) => component['bom-ref'].startsWith(start))?.scope;
    expect([scopeOf('pkg:npm/fastify@'), scopeOf('pkg:npm/vitest@')]).toEqual(['required', 'excluded']);
  });

  test('is the same for the same lockfile', () => {
    expect(JSON.stringify(sbomOf(lock, '1.2.3'))).toBe(JSON.stringify(bom));
  });
});
