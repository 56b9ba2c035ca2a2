import { dropRetiredDrafts } from '#lib/drafts/retired-drafts.ts';
import { guardHtml } from './app/trusted-html.ts';
import './main.css';

guardHtml();

/** The entrance needs neither router nor contract; everything else is the console. */
const { pathname, hash } = window.location;
const root = document.getElementById('root')!;
dropRetiredDrafts(localStorage, sessionStorage);

const entrancePaths = ['/login', '/version', '/forgot', '/reset', '/reset-mfa', '/join', '/welcome', '/proof'];

if (entrancePaths.includes(pathname) || hash.startsWith('#setup=')) {
  void import('./app/entrance.tsx').then(({ showEntrance }) => showEntrance(root));
} else {
  void import('./app/plain-zod.ts').then(() => import('./app/console.tsx')).then(({ showConsole }) => showConsole(root));
}
