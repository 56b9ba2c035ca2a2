import path from 'node:path';
import { dayMs, hourMs, MiB, minuteMs } from '@acequia/base';
import { readErrorReporting, type ErrorReporting } from './error-reporting.ts';
import { readFileRoots } from './file-roots.ts';
import type { MailSettings } from './mail/mailer.ts';
import { readAssistant, type AssistantSettings } from './modules/assistant/assistant-settings.ts';
import type { Retention } from './modules/metrics/grains.ts';
import { readInteger, readList, type Environment } from './read-setting.ts';
import { StartFault } from './start-fault.ts';

/** Settings of a server, from the environment; everything has a default that suits one machine. */
export interface ServerConfig {
  readonly dataFolder: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Names of the database roles: `<prefix>_app`, `<prefix>_gate`. */
  readonly rolePrefix: string;
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Addresses whose X-Forwarded-* are believed. */
  readonly trustedProxies: readonly string[];
  readonly kek: string | undefined;
  /** The key before, while its successor takes its place. */
  readonly previousKek: string | undefined;
  readonly idleMs: number;
  readonly absoluteMs: number;
  readonly egress: 'open' | 'public-only';
  /** Of the first cluster: where senders reach its workers, and which ports its listeners may take. */
  readonly ingestHost: string | undefined;
  readonly portRange: { readonly from: number; readonly to: number };
  /** Folders that file data sinks may write below: `name=/path`, or a path that is its own name. */
  readonly fileRoots: readonly string[];
  /** The console's address for people, without a slash at the end; undefined: the one a request came to. */
  readonly publicUrl: string | undefined;
  /** Of SMTP; undefined when the deployment sends no mail. */
  readonly mail: MailSettings | undefined;
  /** Of the assistant's model; undefined: there is none. */
  readonly assistant: AssistantSettings | undefined;
  readonly operatorToken: string | undefined;
  readonly metricsToken: string | undefined;
  /** New tenants begin with a free trial; off, nobody's trial limits anything. */
  readonly trials: boolean;
  /** After a mail has set a password, so long no mail takes the second factor off. */
  readonly resetHoldMs: number;
  /** Of all files of a tenant's lookups, older versions included. */
  readonly lookupBytesMax: number;
  readonly retention: Retention;
  readonly demo: boolean;
  readonly maintenance: { readonly on: string; readonly title: string; readonly description: string };
  readonly errorReporting: ErrorReporting;
  readonly logLevel: string;
}

export function readConfig(env: Environment, cwd: string): ServerConfig {
  const dataFolder = path.resolve(cwd, env['ACEQUIA_DATA'] ?? 'data');
  const certFile = env['ACEQUIA_TLS_CERT'];
  const keyFile = env['ACEQUIA_TLS_KEY'];
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new StartFault('ACEQUIA_TLS_CERT and ACEQUIA_TLS_KEY belong together: set both, or none.');
  const publicUrl = readPublicUrl(env);
  return {
    dataFolder,
    databaseUrl: env['DATABASE_URL'],
    rolePrefix: env['ACEQUIA_DB_ROLE_PREFIX'] ?? 'acequia',
    host: env['ACEQUIA_HOST'] ?? '127.0.0.1',
    port: readInteger(env, 'ACEQUIA_PORT', 8080, 0, 65_535),
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
    trustedProxies: readList(env['ACEQUIA_TRUSTED_PROXY']),
    kek: env['ACEQUIA_KEK'],
    previousKek: env['ACEQUIA_KEK_PREVIOUS'],
    idleMs: readInteger(env, 'ACEQUIA_SESSION_IDLE_MINUTES', 60, 5, 1440) * minuteMs,
    absoluteMs: 12 * 60 * minuteMs,
    egress: readChoice(env, 'ACEQUIA_EGRESS', ['open', 'public-only'] as const),
    ingestHost: env['ACEQUIA_INGEST_HOST'],
    portRange: readRange(env['ACEQUIA_LISTENER_PORTS'] ?? '1024-65535'),
    fileRoots: readFileRoots(env, cwd, dataFolder),
    publicUrl,
    mail: readMail(env, publicUrl),
    assistant: readAssistant(env, cwd),
    operatorToken: readToken(env, 'ACEQUIA_OPERATOR_TOKEN'),
    metricsToken: readToken(env, 'ACEQUIA_METRICS_TOKEN'),
    trials: env['ACEQUIA_TRIALS'] === '1',
    lookupBytesMax: readInteger(env, 'ACEQUIA_LOOKUP_STORAGE_MIB', 8192, 1, 16_777_216) * MiB,
    resetHoldMs: readInteger(env, 'ACEQUIA_RESET_HOLD_HOURS', 24, 0, 168) * hourMs,
    retention: {
      minutesMs: readInteger(env, 'ACEQUIA_MINUTE_METRICS_HOURS', 48, 3, 720) * hourMs,
      hoursMs: readInteger(env, 'ACEQUIA_HOUR_METRICS_DAYS', 90, 31, 730) * dayMs,
      daysMs: readInteger(env, 'ACEQUIA_DAY_METRICS_DAYS', 1095, 731, 3650) * dayMs,
      activityMs: readInteger(env, 'ACEQUIA_ACTIVITY_DAYS', 400, 30, 3650) * dayMs,
    },
    demo: env['ACEQUIA_DEMO'] === '1',
    maintenance: {
      on: env['ACEQUIA_MAINTENANCE'] ?? '',
      title: env['ACEQUIA_MAINTENANCE_TITLE'] ?? '',
      description: env['ACEQUIA_MAINTENANCE_TEXT'] ?? '',
    },
    errorReporting: readErrorReporting(env),
    logLevel: env['ACEQUIA_LOG'] ?? 'info',
  };
}

function readToken(env: Environment, name: string): string | undefined {
  const token = env[name];
  if (token !== undefined && token.length < 32) throw new StartFault(`${name} is too short: use at least 32 random characters.`);
  return token;
}

const publicUrlNeeded =
  'ACEQUIA_PUBLIC_URL must be the address of the console for people, such as https://acequia.example.com: links in mails begin with it.';

/** Links in mails and the addresses that identity providers are told begin with it. */
function readPublicUrl(env: Environment): string | undefined {
  const text = env['ACEQUIA_PUBLIC_URL'] ?? '';
  if (text === '') return undefined;
  if (!/^https?:$/.test(protocolOf(text))) throw new StartFault(publicUrlNeeded);
  return text.replace(/\/+$/, '');
}

/** All three or none: a mail needs a way out, a sender, and an address of the console for its links. */
function readMail(env: Environment, publicUrl: string | undefined): MailSettings | undefined {
  const { ACEQUIA_SMTP_URL: smtpUrl = '', ACEQUIA_MAIL_FROM: from = '' } = env;
  if (smtpUrl === '') return undefined;
  if (!/^smtps?:$/.test(protocolOf(smtpUrl)))
    throw new StartFault('ACEQUIA_SMTP_URL must be an address such as smtp://user:password@mail.example.com:587.');
  if (!/@[^@\s]+$/.test(from.replace(/>$/, '')))
    throw new StartFault('ACEQUIA_MAIL_FROM must name the sender of emails, such as "Acequia <acequia@example.com>".');
  if (publicUrl === undefined) throw new StartFault(publicUrlNeeded);
  return { smtpUrl, from, publicUrl };
}

const protocolOf = (text: string): string => (URL.canParse(text) ? new URL(text).protocol : '');

const loopbackNames = new Set(['127.0.0.1', '::1', 'localhost']);
export const isLoopback = (host: string): boolean => loopbackNames.has(host) || /^127\.\d+\.\d+\.\d+$/.test(host);

function readChoice<const C extends readonly [string, ...string[]]>(env: Environment, name: string, choices: C): C[number] {
  const text = env[name] ?? choices[0];
  if (!choices.includes(text)) throw new StartFault(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return text;
}

function readRange(text: string): { readonly from: number; readonly to: number } {
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(text);
  const [from, to] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || from < 1 || to > 65_535 || from > to)
    throw new StartFault(`ACEQUIA_LISTENER_PORTS must be a range such as 1024-65535, not "${text}".`);
  return { from, to };
}
