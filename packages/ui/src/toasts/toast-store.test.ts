import { describe, expect, it } from 'vitest';
import { toastTimeMs } from './toast-command.ts';
import { createToastStore } from './toast-store.ts';

const store = () => {
  let next = 0;
  return createToastStore(() => `t${(next += 1)}`);
};

describe('toast store', () => {
  it('gives an id and the defaults', () => {
    const toasts = store();
    expect(toasts.show({ title: 'a' })).toBe('t1');
    expect(toasts.toasts()[0]).toMatchObject({ channel: 'stacking', level: 'default', time: toastTimeMs });
  });
  it('replaces a toast of the same id in its place', () => {
    const toasts = store();
    toasts.show({ id: 'x', title: 'one' });
    toasts.show({ title: 'other' });
    toasts.show({ id: 'x', title: 'two', channel: 'live' });
    expect(toasts.toasts().map((toast) => toast.title)).toEqual(['two', 'other']);
  });
  it('clears alerts but those that outlive a change of page', () => {
    const toasts = store();
    toasts.show({ title: 'plain' });
    toasts.show({ title: 'alert', level: 'alert' });
    toasts.show({ title: 'kept', level: 'alert', persistUrlChanges: true });
    toasts.clearAlerts();
    expect(toasts.toasts().map((toast) => toast.title)).toEqual(['plain', 'kept']);
  });
  it('tells its listeners, and no longer after they left', () => {
    const toasts = store();
    let calls = 0;
    const leave = toasts.subscribe(() => (calls += 1));
    const id = toasts.show({ title: 'a' });
    toasts.remove(id);
    leave();
    toasts.show({ title: 'b' });
    expect(calls).toBe(2);
  });
});
