import type { DocumentVersion } from '@acequia/contract';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Autosave } from '../model/autosave.ts';
import { createEditorStore } from '../model/editor-store.ts';
import type { EditorServices } from './editor-context.ts';
import { useRemoteDraft } from './use-draft-sync.ts';

const mine = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
const theirs = documentOf([label(), datasink('d')], ['in>d']);

it.each([
  ['a publication, which leaves it as it is here, is taken without a word', structuredClone(mine), 0],
  ['what another person changed is shown', theirs, 1],
])('a draft of a newer revision: %s', (_name, document, shown) => {
  const store = createEditorStore(mine, { readOnly: false });
  const actions = { replace: vi.fn() };
  const autosave = { revision: 1, unsaved: false, resolve: vi.fn() };
  const loaded = { document, revision: 2 } as DocumentVersion;
  function Editor() {
    useRemoteDraft(loaded, { readOnly: false, store, actions } as unknown as EditorServices, autosave as unknown as Autosave);
    return null;
  }
  render(<Editor />);
  expect(actions.replace).toHaveBeenCalledTimes(shown);
  expect(autosave.resolve).toHaveBeenCalledWith(loaded);
});
