import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showEntrance } from './entrance.tsx';

vi.mock('./entrance/login-page.tsx', () => ({ LoginPage: () => null }));

const reload = vi.fn();
beforeEach(() => {
  reload.mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => vi.restoreAllMocks());

it('the link of another mail, opened in a tab that shows its page, is read anew; other changes of the address are not', () => {
  showEntrance(document.createElement('div'));
  const goTo = (hash: string) => window.dispatchEvent(new HashChangeEvent('hashchange', { newURL: `http://localhost/reset${hash}` }));
  for (const hash of ['', '#', '#top', '#tokens=a']) goTo(hash);
  expect(reload).not.toHaveBeenCalled();
  goTo('#token=abc');
  expect(reload).toHaveBeenCalledTimes(1);
  goTo('#next=x&setup=abc');
  expect(reload).toHaveBeenCalledTimes(2);
});
