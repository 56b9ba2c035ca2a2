import type { PipelineDocument } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createViewer } from '../../model/editor-view.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext, type EditorServices } from '../editor-context.ts';
import { ImportDialog } from './import-dialog.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const view = (document: PipelineDocument) => createViewer()(document, catalogue, 'en', (id) => id);

function show(document: PipelineDocument, dialog: ReactNode) {
  const actions = { upgrade: vi.fn() };
  render(
    <TooltipProvider>
      <ServicesContext value={{ actions } as unknown as EditorServices}>
        <ViewContext value={view(document)}>{dialog}</ViewContext>
      </ServicesContext>
    </TooltipProvider>,
  );
  return actions;
}

const good = documentOf([label(), action('a', { version: '1.2.0' }), datasink('d')], ['in>a', 'a>d']);
afterEach(cleanup);

describe('a file that takes the place of the draft', () => {
  it('shows what changes and what is not here, before it does anything', async () => {
    const document = documentOf([label('in', { listenerId: 'LI_9' }), datasink('d', { datasinkId: 'DS_9' })], ['in>d']);
    const done = vi.fn();
    show(good, <ImportDialog name="edge.yaml" document={document} tests={2} onImport={done} onClose={() => undefined} />);
    expect(screen.getByText('2 objects that the file uses do not exist here')).toBeTruthy();
    expect(screen.getByText(/The listener no longer exists/)).toBeTruthy();
    expect(screen.getByText('Removed')).toBeTruthy();
    expect(screen.getByText(/It contains 2 tests/)).toBeTruthy();
    expect(done).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    expect(done).toHaveBeenCalledOnce();
  });

  it('says so when it is the same, and warns of nothing', () => {
    show(good, <ImportDialog name="edge.yaml" document={good} tests={0} onImport={() => undefined} onClose={() => undefined} />);
    expect(screen.getByText('The file works the same as the draft.')).toBeTruthy();
    expect(screen.queryByText(/not here/)).toBeNull();
    expect(screen.queryByText(/It brings/)).toBeNull();
  });
});

describe('newer versions of components', () => {
  const behind = documentOf([label(), action('a', { name: 'First' }), action('b', { name: 'Second' }), datasink('d')]);

  it('updates the chosen steps together, with the difference in sight', async () => {
    const actions = show(behind, <UpgradeDialog upgrades={view(behind).upgrades} onClose={() => undefined} />);
    expect(screen.getAllByText('Tag 1.0.0 → 1.2.0')).toHaveLength(2);
    expect(screen.getAllByText('Changed')).toHaveLength(2);
    await userEvent.click(screen.getByRole('checkbox', { name: 'First' }));
    expect(screen.getAllByText('Changed')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Update 1 step' }));
    expect(actions.upgrade).toHaveBeenCalledWith([{ node: 'b', from: '1.0.0', to: '1.2.0', config: { name: 'colour' }, major: false }]);
  });

  it('is nothing to do with no step chosen', async () => {
    show(behind, <UpgradeDialog upgrades={view(behind).upgrades} onClose={() => undefined} />);
    for (const name of ['First', 'Second']) await userEvent.click(screen.getByRole('checkbox', { name }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update 0 steps' }).disabled).toBe(true);
  });
});
