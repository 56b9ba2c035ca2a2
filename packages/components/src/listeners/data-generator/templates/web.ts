import { apache } from '../times.ts';
import type { Scene } from '../world.ts';
import { lines } from './template.ts';

const paths = [
  '/',
  '/index.html',
  '/products',
  '/products/42',
  '/cart',
  '/checkout',
  '/api/v1/orders',
  '/api/v1/users',
  '/static/app.js',
  '/static/site.css',
  '/login',
  '/search?q=water',
  '/admin',
];

function requestOf({ draw, person, incident }: Scene) {
  const path = incident === 'password-spray' ? '/login' : draw.pick(paths);
  const method = path === '/login' || path === '/checkout' ? 'POST' : draw.pick(['GET', 'GET', 'GET', 'GET', 'POST']);
  const status =
    incident === 'password-spray' ? 401 : path === '/admin' ? 403 : draw.pick([200, 200, 200, 200, 200, 200, 200, 304, 302, 404, 500]);
  return {
    path,
    method,
    status,
    bytes: status === 304 ? 0 : draw.int(120, 48_000),
    referer: draw.chance(0.5) ? 'https://www.example.com/' : '-',
    agent: person.agent,
  };
}

const combined = (scene: Scene) => {
  const { path, method, status, bytes, referer, agent } = requestOf(scene);
  const user = scene.draw.chance(0.2) ? scene.person.name : '-';
  return `${scene.person.ip} - ${user} [${apache(scene.timeMs)}] "${method} ${path} HTTP/1.1" ${status} ${bytes} "${referer}" "${agent}"`;
};

export const apacheAccess = lines(combined);
export const nginxAccess = lines((scene) => `${combined(scene)} rt=${(scene.draw.int(1, 900) / 1000).toFixed(3)} host=${scene.host.name}`);
