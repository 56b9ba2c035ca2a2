import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createEditorStore } from '../model/editor-store.ts';
import { createViewer } from '../model/editor-view.ts';
import { catalogue } from '../model/test-catalogue.ts';
import { useView } from './editor-context.ts';
import { ViewProvider } from './view-provider.tsx';

afterEach(cleanup);

it('an edit draws what reads the view, and nothing beside it', () => {
  const store = createEditorStore(documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']), { readOnly: false });
  const viewer = createViewer();
  const drawn = { beside: 0, reader: 0 };
  function Beside() {
    drawn.beside += 1;
    return null;
  }
  function Reader() {
    drawn.reader += 1;
    return <output>{useView().text('a').title}</output>;
  }
  render(
    <ViewProvider store={store} read={(document) => viewer(document, catalogue, 'en', (id) => id)}>
      <Beside />
      <Reader />
    </ViewProvider>,
  );
  act(() => void store.run({ step: 'rename', changes: [{ type: 'describe', node: 'a', name: 'Renamed' }] }));
  expect(screen.getByText('Renamed')).toBeTruthy();
  act(() => store.undo());
  expect(drawn).toEqual({ beside: 1, reader: 3 });
});
