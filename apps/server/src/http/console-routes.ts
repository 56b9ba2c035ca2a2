import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isAppError } from '@acequia/base';
import { isOwnPath } from '@acequia/domain';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { reportOrigin } from '../error-reporting.ts';
import { defaultPreferences } from '../modules/auth/auth.service.ts';
import type { ActiveSession } from '../modules/auth/sessions.ts';
import { recognise, type AdmissionDeps } from './admission.ts';
import { noSessionCookie, readCookie, sessionCookie } from './cookies.ts';
import { contentPolicy } from './security-headers.ts';
import { bodyOf } from './wire-error.ts';

export interface ConsoleDeps {
  /** Folder with the built console (`index.html`, `assets/`). */
  readonly folder: string;
  readonly admission: AdmissionDeps;
  /** Strings the page may read before anything else (`window.__ACEQUIA__`). */
  readonly settings: Readonly<Record<string, string>>;
}

/** Readable hints for the look before the first paint, for someone without a session; the console writes it. */
export const lookCookie = 'acequia-look';
const themes = ['dark', 'light'];
const densities = ['compact', 'standard', 'comfortable'];
const languages = ['en', 'es'] as const;

/** Pages for people without a session (specification 2); who has one goes on. */
const loggedOutPaths = new Set(['/login', '/forgot', '/reset', '/reset-mfa', '/welcome']);

/** The login keeps its target: it is where a link of a mail or an ended session wanted to go. */
const afterLogin = (pathname: string, next: string | null): string =>
  pathname === '/login' && next !== null && isOwnPath(next) ? next : '/home';

/** The session of the cookie; the cookie of a session that is over is taken away. Without a database the page is still there, as for guests. */
async function sessionOf(request: FastifyRequest, reply: FastifyReply, admission: AdmissionDeps): Promise<ActiveSession | undefined> {
  if ((readCookie(request.headers.cookie, sessionCookie) ?? '') === '') return undefined;
  try {
    return await recognise(request, admission, () => void reply.header('set-cookie', noSessionCookie));
  } catch (error) {
    if (isAppError(error)) throw error;
    return undefined;
  }
}

/** The static bundle, and its page for every path that is no file and no API. */
export function registerConsole(app: FastifyInstance, { folder, admission, settings }: ConsoleDeps): void {
  const indexFile = path.join(folder, 'index.html');
  if (!existsSync(indexFile)) {
    app.setNotFoundHandler(async (_request, reply) =>
      reply.code(404).type('text/plain').send('The console is not built: start with "npm start".'),
    );
    return;
  }
  const template = createTemplate(indexFile);
  const reports = reportOrigin(settings);
  void app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply.code(404).send(bodyOf('ACQ-NOT-FOUND'));
    if (/^\/(rpc|api|fleet|assets)\//.test(request.url)) return reply.code(404).send(bodyOf('ACQ-NOT-FOUND'));
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const session = await sessionOf(request, reply, admission);
    if (session && loggedOutPaths.has(pathname)) return reply.redirect(afterLogin(pathname, searchParams.get('next')), 303);
    const look = session
      ? {
          theme: session.preferences.theme,
          density: session.preferences.tableDensity,
          language: session.preferences.language,
          zone: session.preferences.timeZone,
        }
      : guestLook(request);
    const nonce = randomBytes(16).toString('base64');
    reply.header('content-security-policy', contentPolicy(nonce, reports)).type('text/html; charset=utf-8');
    const account = pathname === '/join' && session ? { account: session.user.email } : {};
    return reply.send(renderPage(template(), nonce, look, { ...settings, ...account }));
  };
  app.get('/', async (_request, reply) => reply.redirect('/login', 303));
  app.setNotFoundHandler(page);
}

/** The page's text, read again when a build has replaced it under a running server. */
function createTemplate(file: string): () => string {
  let readAt = -1;
  let text = '';
  return () => {
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? readAt;
    if (builtAt !== readAt) {
      text = readFileSync(file, 'utf8');
      readAt = builtAt;
    }
    return text;
  };
}

export interface Look {
  readonly theme: string;
  readonly density: string;
  readonly language: (typeof languages)[number];
  /** Only of somebody with a session. */
  readonly zone?: string;
}

/** The look of who has no session: what the console remembered, else the browser's language. */
export function guestLook(request: FastifyRequest): Look {
  const [theme = '', density = '', language = ''] = (readCookie(request.headers.cookie, lookCookie) ?? '').split('.');
  const accepted = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase();
  return {
    theme: themes.includes(theme) ? theme : defaultPreferences.theme,
    density: densities.includes(density) ? density : defaultPreferences.tableDensity,
    language: languageOf(language) ?? languageOf(accepted) ?? defaultPreferences.language,
  };
}

const languageOf = (text: string): Look['language'] | undefined => languages.find((each) => each === text);

/** The page with its nonce, the look as attributes of the root, and the settings as a script. */
export function renderPage(template: string, nonce: string, look: Look, settings: Readonly<Record<string, string>>): string {
  const script = `<script nonce="${nonce}">window.__ACEQUIA__ = ${JSON.stringify({ ...settings, nonce }).replaceAll('<', '\\u003c')};</script>`;
  const zone = look.zone === 'utc' ? ' data-zone="utc"' : '';
  return template
    .replace(/<html[^>]*>/, `<html lang="${look.language}" data-theme="${look.theme}" data-density="${look.density}"${zone}>`)
    .replaceAll('__ACEQUIA_NONCE__', nonce)
    .replace('<!--acequia:head-->', () => script);
}
