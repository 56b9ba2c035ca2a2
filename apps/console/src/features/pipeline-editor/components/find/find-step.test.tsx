import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createViewer } from '../../model/editor-view.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext, type EditorServices } from '../editor-context.ts';
import { FindStep } from './find-step.tsx';

afterEach(cleanup);

function open() {
  const actions = { selectNode: vi.fn() };
  const nodes = [label(), action('a', { name: 'Mask emails' }), action('b', { name: 'Mask cards' }), datasink('d')];
  const view = createViewer()(documentOf(nodes, ['in>a', 'a>b', 'b>d']), catalogue, 'en', (id) => id);
  function Page() {
    const [finding, setFinding] = useState(false);
    return (
      <TooltipProvider>
        <ServicesContext value={{ actions } as unknown as EditorServices}>
          <ViewContext value={view}>
            <button type="button" onClick={() => setFinding(true)}>
              open
            </button>
            {finding && <FindStep onClose={() => setFinding(false)} />}
          </ViewContext>
        </ServicesContext>
      </TooltipProvider>
    );
  }
  render(<Page />);
  return actions;
}

it('Enter goes from match to match and around, and Escape gives the keys back', async () => {
  const actions = open();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'open' }));
  const field = screen.getByRole('combobox', { name: 'Find in this pipeline' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('mask');
  expect(screen.getByRole('status').textContent).toBe('2 matches');
  expect(actions.selectNode).not.toHaveBeenCalled();
  await user.keyboard('{Enter}{Enter}{Enter}');
  expect(actions.selectNode.mock.calls.map(([node]) => node)).toEqual(['a', 'b', 'a']);
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(actions.selectNode).toHaveBeenLastCalledWith('b');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Mask cards');
  expect(screen.getByRole('status').textContent).toBe('2 of 2');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' })));
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('says that nothing was found, and a click shows a match', async () => {
  const actions = open();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'open' }));
  await user.keyboard('kafka');
  expect(screen.getByRole('status').textContent).toBe('0 matches');
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('cards');
  await user.click(screen.getByRole('option', { name: /Mask cards/ }));
  expect(actions.selectNode).toHaveBeenLastCalledWith('b');
});
