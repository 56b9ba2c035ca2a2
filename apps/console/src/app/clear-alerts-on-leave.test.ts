import { afterEach, expect, test } from 'vitest';
import { toast, toastStore } from '@acequia/ui';
import { clearAlertsOnLeave } from './clear-alerts-on-leave.ts';

type Listener = Parameters<Parameters<typeof clearAlertsOnLeave>[0]['subscribe']>[1];

let tell: Listener;
clearAlertsOnLeave({
  subscribe: (_event, listener) => {
    tell = listener;
    return () => undefined;
  },
});
const go = (from: string, to: string) => tell({ fromLocation: { pathname: from }, toLocation: { pathname: to } });
const shown = () => toastStore.toasts().map(({ id }) => id);

afterEach(() => {
  for (const { id } of toastStore.toasts()) toastStore.remove(id);
});

test('an alert goes with its page; one that persists and an ordinary toast stay', () => {
  toast({ id: 'alert', level: 'alert' });
  toast({ id: 'kept', level: 'alert', persistUrlChanges: true });
  toast({ id: 'plain' });
  go('/listeners', '/pipelines');
  expect(shown()).toEqual(['kept', 'plain']);
});

test('an alert stays while another node of the same pipeline is chosen', () => {
  toast({ id: 'alert', level: 'alert' });
  go('/pipelines/PL_1/1.0.0', '/pipelines/PL_1/1.0.0/action/n1/1');
  expect(shown()).toEqual(['alert']);
});
