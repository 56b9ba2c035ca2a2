import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Guarded } from '#blocks/page/guarded.tsx';
import { LostPage } from './state-pages.tsx';

const session = vi.hoisted(() => ({ features: [] as string[], permissions: [] as string[] }));
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: '/nowhere' }),
  Link: ({ to, children, ...rest }: { to: string; children: unknown }) => (
    <a href={to} {...rest}>
      {children as never}
    </a>
  ),
}));
vi.mock('#lib/session/index.ts', () => ({
  useSession: () => session,
  useMay: (permission: string) => session.permissions.includes(permission),
}));
afterEach(cleanup);

const alerts = (
  <Guarded permission="alert:read" feature="alerts">
    the alerts
  </Guarded>
);

it('another path names itself and leads home', () => {
  render(<LostPage />);
  expect(document.body.textContent).toContain('/nowhere');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/home');
});

it('without the permission a page says so and whom to ask; nothing of it is drawn', () => {
  Object.assign(session, { features: ['alerts'], permissions: [] });
  render(alerts);
  expect(document.body.textContent).toContain('Your role needs permission to view this page. Contact your admin for details');
  expect(document.body.textContent).not.toContain('the alerts');
});

it('a page whose feature the tenant lacks is not there, whatever the role', () => {
  Object.assign(session, { features: ['engine-alerts'], permissions: ['alert:read'] });
  render(alerts);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/home');
  expect(document.body.textContent).not.toContain('the alerts');
});

it('who may and has it sees it', () => {
  Object.assign(session, { features: ['alerts'], permissions: ['alert:read'] });
  render(alerts);
  expect(document.body.textContent).toBe('the alerts');
});
