import { dropRetiredDrafts } from '#lib/drafts/retired-drafts.ts';
import { boot, isReporting, isUnderMaintenance } from './app/boot.ts';
import { collectErrors } from './app/error-reporting/collect.ts';
import { entrancePaths } from './app/entrance-paths.ts';
import { guardHtml } from './app/trusted-html.ts';
import './main.css';

guardHtml();

if (isReporting(boot())) {
  const handOn = collectErrors();
  void import('./app/error-reporting/start.ts').then(({ startReporting }) => handOn(() => startReporting(boot())));
}

/** The page where most begin comes beside the console, not after it; the router asks again for what did not come. */
const leaveToRouter = () => undefined;

/** The entrance needs neither router nor contract; everything else is the console. */
const { pathname, hash } = window.location;
const root = document.getElementById('root')!;
dropRetiredDrafts(localStorage, sessionStorage);

if (isUnderMaintenance(boot())) {
  void import('./app/maintenance.tsx').then(({ showMaintenance }) => showMaintenance(root));
} else if (entrancePaths.includes(pathname) || hash.startsWith('#setup=')) {
  void import('./app/entrance.tsx').then(({ showEntrance }) => showEntrance(root));
} else {
  if (pathname === '/' || pathname === '/home') void import('./routes/home.tsx').catch(leaveToRouter);
  void import('./app/console.tsx').then(({ showConsole }) => showConsole(root));
}
