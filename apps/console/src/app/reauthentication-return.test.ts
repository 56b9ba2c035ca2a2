import { beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { tellReauthentication } from './reauthentication-return.ts';

const told: { readonly title: string; readonly content?: string; readonly level?: string }[] = [];
vi.mock('@acequia/ui', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  toast: (command: (typeof told)[number]) => void told.push(command),
}));

beforeEach(() => {
  startI18n('en');
  told.length = 0;
});
const arriveAt = (path: string) => {
  window.history.replaceState(null, '', path);
  tellReauthentication(new URLSearchParams(window.location.search).get('reauthentication')!);
  return window.location.pathname + window.location.search;
};

it('says that the provider has confirmed, and leaves the rest of the address as it is', () => {
  expect(arriveAt('/home?section=tenant&reauthentication=done&option=tenant_authentication')).toBe(
    '/home?section=tenant&option=tenant_authentication',
  );
  expect(told).toMatchObject([{ title: 'The identity provider has confirmed who you are. Go on.' }]);
});

it('somebody else at the provider is told as a mismatch (ERROR.MISMATCH)', () => {
  expect(arriveAt('/home?reauthentication=WEB-11011')).toBe('/home');
  expect(told).toMatchObject([{ level: 'alert', content: 'The identity provider named another account than yours.' }]);
});
