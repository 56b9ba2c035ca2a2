import { describe, expect, it, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';
import { toastOf, toastTimeMs, type ToastCommand } from './toast-command.ts';

const newId = () => 'new';
const badly = (command: object) => toastOf(command, newId);

describe('a toast command', () => {
  it.each([undefined, null, 'text', 7, ['a']])('that is no object (%s) is refused in plain words', (command) => {
    expect(() => toastOf(command, newId)).toThrow(new TypeError('Invalid toast command.'));
  });

  it('has defaults for everything', () => {
    expect(toastOf({}, newId)).toEqual({
      id: 'new',
      channel: 'stacking',
      level: 'default',
      content: '',
      time: toastTimeMs,
      persistUrlChanges: false,
      button: undefined,
    });
  });

  it('does not break on fields of the wrong type', () => {
    const odd = badly({
      id: 5,
      channel: 'loud',
      tone: 'pink',
      title: {},
      content: () => 'x',
      code: 1,
      className: [],
      onClose: 'later',
      action: { text: 1, command: 'x' },
      time: '5',
      customRender: true,
      persistUrlChanges: 'yes',
    });
    expect(odd).toEqual(toastOf({}, newId));
  });

  it('has no level when it names one that does not exist', () => {
    expect(badly({ level: 'panic' }).level).toBeUndefined();
    expect(badly({ level: 'alert' }).level).toBe('alert');
  });
});

describe('orders', () => {
  const shown = (...commands: readonly ToastCommand[]) => {
    const store = createToastStore(newId);
    for (const command of commands) store.show(command);
    return store.toasts().map(({ id }) => id);
  };

  it('remove takes away the toast of that id, on both channels', () => {
    expect(shown({ id: 'a' }, { id: 'b', channel: 'live' }, { id: 'b', action: { text: 'remove' } })).toEqual(['a']);
  });

  it('clear-alerts leaves what is no alert and what persists', () => {
    expect(
      shown(
        { id: 'a', level: 'alert' },
        { id: 'b', level: 'alert', persistUrlChanges: true },
        { id: 'c' },
        { action: { text: 'clear-alerts' } },
      ),
    ).toEqual(['b', 'c']);
  });

  it('a button may be called “remove” without being an order', () => {
    expect(shown({ id: 'a', action: { text: 'remove', command: () => undefined } })).toEqual(['a']);
  });

  it('the end of a toast is told once, and not when another takes its place', () => {
    const onClose = vi.fn<() => void>();
    const store = createToastStore(newId);
    store.show({ id: 'a', onClose });
    store.show({ id: 'a', onClose, title: 'again' });
    expect(onClose).not.toHaveBeenCalled();
    store.remove('a');
    store.remove('a');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
