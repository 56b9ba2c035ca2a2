import { expect, test } from 'vitest';
import { createConsoleRouter } from './router.tsx';

const router = createConsoleRouter();
/** The route that draws a path; undefined when there is none. */
const routeOf = (path: string) => {
  const last = router.matchRoutes(path, {}).at(-1);
  return last?.pathname === path ? last.fullPath : undefined;
};

/** Of any path without a page. */
const lost = '/$';

const pages = [
  '/',
  '/home',
  '/alerts',
  '/health',
  '/datahistory',
  '/datasinks',
  '/listeners',
  '/pipelines',
  '/enrichments',
  '/marketplace',
  '/marketplace/firewall',
  '/home/focus/PL_1/1.0.0',
];
const overHome = ['listeners/create', 'listeners/LI_1/edit', 'datasinks/create', 'datasinks/DS_1/edit'];
const enrichment = ['create', 'create/type', 'LK_1/edit', 'LK_1/edit/createNewVersion', 'LK_1/edit/2/versionDetail'];
const instance = (id: string) => ['create', 'create/type', id, `${id}/edit`, `${id}/edit/createNewVersion`, `${id}/edit/2/versionDetail`];

test.each([
  ...pages,
  ...overHome.map((path) => `/home/${path}`),
  ...enrichment.flatMap((path) => [`/enrichments/${path}`, `/home/enrichments/${path}`]),
  ...instance('LI_1').map((path) => `/listeners/${path}`),
  ...instance('DS_1').map((path) => `/datasinks/${path}`),
  ...['create', 'PL_1', 'PL_1/1.0.0', 'PL_1/Main/action/node/1.0.0'].map((path) => `/pipelines/${path}`),
  ...['listener/LI_1/edit', 'datasink/DS_1/edit'].map((path) => `/pipelines/PL_1/Main/${path}`),
])('%s has its page', (path) => {
  expect(routeOf(path)).toBeDefined();
  expect(routeOf(path)).not.toBe(lost);
});

test.each(['/nowhere', '/listeners/LI_1/nowhere', '/home/nowhere', '/marketplace/a/b'])('%s has none, and the frame stays', (path) => {
  expect(routeOf(path)).toBe(lost);
});

test('create is no id', () => {
  expect(routeOf('/pipelines/create/type')).toBe('/pipelines/create/type');
  expect(['/pipelines/create', '/listeners/create', '/datasinks/create', '/enrichments/create'].map(routeOf)).toEqual([
    '/pipelines/create',
    '/listeners/create',
    '/datasinks/create',
    '/enrichments/create',
  ]);
});

test.each([
  ['/settings', { to: '/home', search: { section: 'your_preferences', option: 'email_password' } }],
  ['/data-history', { to: '/datahistory' }],
])('%s, typed by hand, leads to its page', async (path, target) => {
  const [, last] = router.matchRoutes(path, {});
  const leave = router.routesById[last!.routeId].options.beforeLoad as (() => unknown) | undefined;
  const left = await new Promise((resolve) => resolve(leave?.())).catch((caught: unknown) => caught);
  expect(left).toMatchObject({ options: target });
});
