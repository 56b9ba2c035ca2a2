import { datasinkDefinitions } from '@acequia/components/definitions';
import { expect, it } from 'vitest';
import { prefilled } from '#blocks/definition-form/index.ts';
import { fileRootChoices } from './file-root-choices.ts';

const clusters = [{ fileRoots: ['/srv/acequia/files', 'archive=/mnt/archive'] }, { fileRoots: ['archive=/other/archive'] }];

it('offers each folder once and saves its name, not where it lies on the machine', () => {
  expect(fileRootChoices(clusters)).toEqual([
    { value: 'files', label: 'files · /srv/acequia/files' },
    { value: 'archive', label: 'archive · /mnt/archive' },
  ]);
});

it('offers the names alone to somebody who is not shown where the folders lie', () => {
  expect(fileRootChoices([{ fileRoots: ['files', 'archive'] }])).toEqual([
    { value: 'files', label: 'files' },
    { value: 'archive', label: 'archive' },
  ]);
});

it('saves the whole path of a folder whose name another folder of the cluster has', () => {
  const values = fileRootChoices([{ fileRoots: ['/a/logs', '/b/logs', 'cold=/c/x', '/d/cold', '/'] }]).map(({ value }) => value);
  expect(values).toEqual(['logs', '/b/logs', 'cold', '/d/cold', '/']);
});

it('begins a file datasink with the first folder, so that nobody has to type a path, and lets a preset say another', () => {
  const choices = { 'file-roots': fileRootChoices(clusters) };
  const { creation } = datasinkDefinitions.file;
  expect(prefilled(creation, choices)).toEqual({ root: 'files' });
  expect(prefilled(creation, choices, { root: 'archive' })).toEqual({ root: 'archive' });
  expect(prefilled(creation, {})).toEqual({});
});
