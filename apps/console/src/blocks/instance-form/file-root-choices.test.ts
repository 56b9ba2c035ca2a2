import { datasinkDefinitions } from '@acequia/components/definitions';
import { expect, it } from 'vitest';
import { prefilled } from '#blocks/definition-form/index.ts';
import { fileRootChoices } from './file-root-choices.ts';

const clusters = [{ fileRoots: ['/srv/acequia/files', 'archive=/mnt/archive'] }, { fileRoots: ['archive=/other/archive'] }];

it('offers each folder once, by its name where it has one', () => {
  expect(fileRootChoices(clusters)).toEqual([
    { value: '/srv/acequia/files', label: '/srv/acequia/files' },
    { value: 'archive', label: 'archive · /mnt/archive' },
  ]);
});

it('begins a file datasink with the first folder, so that nobody has to type a path, and lets a preset say another', () => {
  const choices = { 'file-roots': fileRootChoices(clusters) };
  const { creation } = datasinkDefinitions.file;
  expect(prefilled(creation, choices)).toEqual({ root: '/srv/acequia/files' });
  expect(prefilled(creation, choices, { root: 'archive' })).toEqual({ root: 'archive' });
  expect(prefilled(creation, {})).toEqual({});
});
