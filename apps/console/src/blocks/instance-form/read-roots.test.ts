import fc from 'fast-check';
import { readRootFaults } from '@acequia/component-sdk/definition';
import { datasinkDefinitions, listenerDefinitions } from '@acequia/components/definitions';
import type { Cluster } from '@acequia/contract';
import { describe, expect, it } from 'vitest';
import { readRootChoices, readRootsOf } from './read-roots.ts';

const { config } = listenerDefinitions.file;
const faultsOf = (include: unknown, roots: readonly string[] | undefined) =>
  readRootFaults(config, { include }, roots).map(({ path, code }) => `${path} ${code}`);
const worker = (readRoots: readonly string[] | null, status: 'online' | 'unknown' | 'revoked' = 'online') =>
  ({ status, readRoots }) as Cluster['workers'][number];

describe('the folders of a cluster', () => {
  it('are those of all its workers; not of one that was sent away, and unknown while none has told', () => {
    expect(readRootsOf({ workers: [worker(['/a', '/b']), worker(['/b'], 'unknown'), worker(['/c'], 'revoked')] })).toEqual(['/a', '/b']);
    expect(readRootsOf({ workers: [worker([])] })).toEqual([]);
    expect(readRootsOf({ workers: [worker(null)] })).toBeUndefined();
    expect(readRootsOf({ workers: [] })).toBeUndefined();
  });
});

it('offers each folder for reading by its name, with where it lies to somebody who is shown it', () => {
  expect(readRootChoices(['log=/var/log', 'in', 'log=/other/log'])).toEqual([
    { value: 'log', label: 'log · /var/log' },
    { value: 'in', label: 'in' },
  ]);
});

describe('a listener that can only fail', () => {
  it('is refused while no folder is open', () => {
    expect(faultsOf(['/var/log/a.log'], [])).toEqual(['include FILE_ROOTS_NONE']);
    expect(faultsOf(undefined, [])).toEqual(['include FILE_ROOTS_NONE']);
  });

  it('is refused for each path outside, also for one that only begins alike', () => {
    expect(faultsOf(['/var/log/*.log', '/etc/passwd', '/var/logs/a', '/var/*/a', '/var/log/a/{b,c}/**'], ['/var/log'])).toEqual([
      'include.1 FILE_ROOT_OUTSIDE',
      'include.2 FILE_ROOT_OUTSIDE',
      'include.3 FILE_ROOT_OUTSIDE',
    ]);
  });

  it('is refused for a folder by a name that none has, and whole paths are not judged by somebody who is not shown where folders lie', () => {
    const entries = ['log/*.log', 'other/a', '/var/log/a', '/etc/passwd'];
    expect(faultsOf(entries, ['log=/var/log'])).toEqual(['include.1 FILE_ROOT_OUTSIDE', 'include.3 FILE_ROOT_OUTSIDE']);
    expect(faultsOf(entries, ['log=/var/log', 'log=/etc'])).toEqual(['include.1 FILE_ROOT_OUTSIDE']);
    expect(faultsOf(entries, ['log'])).toEqual(['include.1 FILE_ROOT_OUTSIDE']);
  });

  it('is nothing this check says when the folders are not known, the path is not one yet, or another component has no files', () => {
    expect(faultsOf(['/etc/passwd'], undefined)).toEqual([]);
    expect(faultsOf(['*.log', 3], ['/var/log'])).toEqual([]);
    expect(readRootFaults(datasinkDefinitions.file.creation, { root: 'x' }, [])).toEqual([]);
  });

  it('is never a file below an open folder', () => {
    const name = fc.stringMatching(/^[a-z*?]{1,6}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.constantFrom('/', '/srv', '/srv/deep/er'), (names, root) => {
        expect(faultsOf([`${root === '/' ? '' : root}/${names.join('/')}`], ['/elsewhere', root])).toEqual([]);
      }),
    );
  });
});
