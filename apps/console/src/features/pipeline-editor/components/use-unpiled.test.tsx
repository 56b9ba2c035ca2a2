import { renderHook, waitFor } from '@testing-library/react';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { expect, test } from 'vitest';
import type { DocumentVersion } from '@acequia/contract';
import { fakeDocumentVersion } from '#lib/operations/testing/fake-things.ts';
import { isPile } from '../model/pile.ts';
import { catalogue } from '../model/test-catalogue.ts';
import { useUnpiled } from './use-unpiled.ts';

const at = (y: number) => ({ position: { x: 0, y } });
const chain = (apart: number): DocumentVersion =>
  fakeDocumentVersion('Main', documentOf([label('in', at(0)), action('a', at(apart)), datasink('out', at(2 * apart))], ['in>a', 'a>out']));
const [pile, otherPile, drawn] = [chain(0), chain(1), chain(200)];

const open = (key: string, loaded: DocumentVersion | undefined) =>
  renderHook(({ opened, version }) => useUnpiled(opened, version, catalogue), { initialProps: { opened: key, version: loaded } });

test('a pile that is made by edits never takes the open editor away', () => {
  const { result, rerender } = open('PL_1 Main', drawn);
  expect(isPile(pile.document)).toBe(true);
  expect(result.current).toBe(drawn);
  rerender({ opened: 'PL_1 Main', version: pile });
  expect(result.current).toBe(pile);
});

test('of two pipelines that open as piles, the second never shows the steps of the first', async () => {
  const { result, rerender } = open('PL_1 Main', pile);
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toBeDefined());
  rerender({ opened: 'PL_2 Main', version: otherPile });
  expect(result.current).toBeUndefined();
  rerender({ opened: 'PL_2 Main', version: drawn });
  expect(result.current).toBe(drawn);
});
