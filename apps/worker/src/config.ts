import { resolve } from 'node:path';
import { dayMs, err, GiB, MiB, ok, type Result } from '@acequia/base';

/** Settings of a worker, read once from the environment. */
export interface WorkerConfig {
  readonly serverUrl: string;
  /** Journal, last deployment and sealed secrets. */
  readonly dataDirectory: string;
  /** Private keys, 0600; apart from the data (docs/decisions.md). */
  readonly keysDirectory: string;
  readonly name: string;
  /** Needed once, to join. */
  readonly enrolToken: string | undefined;
  readonly journalBytesMax: number;
  /** Lanes on threads of their own; 0: one, beside intake. */
  readonly lanes: number;
  /** `script`: the kernels' JavaScript form in their place, to measure and to compare. */
  readonly kernels: 'wasm' | 'script';
  /** Folders whose files listeners may read; `{tenant}` in them stands for the tenant's id. */
  readonly readRoots: readonly string[];
  /** Dead letters of one tenant: the oldest fall out above these bytes, or when they are older than this. */
  readonly deadLetterBytes: number;
  readonly deadLetterMs: number;
  /** Memory that the tables of lookups may take together. */
  readonly lookupBytes: number;
  readonly drainMs: number;
}

const lanesMax = 64;

/** A missing or unreadable variable, named. `cores`: that this process may use. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, cores: number): Result<WorkerConfig, string> {
  const serverUrl = env['ACEQUIA_SERVER_URL'];
  const dataDirectory = env['ACEQUIA_WORKER_DATA'];
  if (!serverUrl) return err('ACEQUIA_SERVER_URL is not set: the address of the Acequia server, e.g. http://127.0.0.1:8080');
  if (!dataDirectory) return err('ACEQUIA_WORKER_DATA is not set: a folder for the journal');
  const journalBytesMax = Number(env['ACEQUIA_JOURNAL_BYTES'] ?? 20 * 1024 ** 3);
  if (!Number.isFinite(journalBytesMax) || journalBytesMax < 256 * 1024 ** 2)
    return err('ACEQUIA_JOURNAL_BYTES must be a number of bytes, at least 268435456');
  const lanes = Number(env['ACEQUIA_LANES'] ?? Math.min(cores - 1, lanesMax));
  if (!Number.isInteger(lanes) || lanes < 0 || lanes > lanesMax) return err(`ACEQUIA_LANES must be a whole number from 0 to ${lanesMax}`);
  const kernels = env['ACEQUIA_KERNELS'] ?? 'wasm';
  if (kernels !== 'wasm' && kernels !== 'script') return err('ACEQUIA_KERNELS must be wasm or script');
  const deadLetterBytes = Number(env['ACEQUIA_DEAD_LETTER_BYTES'] ?? GiB);
  if (!Number.isInteger(deadLetterBytes) || deadLetterBytes < MiB)
    return err(`ACEQUIA_DEAD_LETTER_BYTES must be a number of bytes, at least ${MiB}`);
  const deadLetterDays = Number(env['ACEQUIA_DEAD_LETTER_DAYS'] ?? 7);
  if (!(deadLetterDays > 0 && deadLetterDays <= 365)) return err('ACEQUIA_DEAD_LETTER_DAYS must be a number of days, at most 365');
  const lookupBytes = Number(env['ACEQUIA_LOOKUP_BYTES'] ?? GiB);
  if (!Number.isInteger(lookupBytes) || lookupBytes < MiB) return err(`ACEQUIA_LOOKUP_BYTES must be a number of bytes, at least ${MiB}`);
  return ok({
    lookupBytes,
    deadLetterBytes,
    deadLetterMs: deadLetterDays * dayMs,
    serverUrl: serverUrl.replace(/\/+$/, ''),
    dataDirectory,
    keysDirectory: env['ACEQUIA_WORKER_KEYS'] ?? `${dataDirectory}-keys`,
    name: env['ACEQUIA_WORKER_NAME'] ?? 'worker-1',
    enrolToken: env['ACEQUIA_ENROL_TOKEN'],
    journalBytesMax,
    lanes,
    kernels,
    readRoots: (env['ACEQUIA_READ_ROOTS'] ?? '')
      .split(',')
      .map((root) => root.trim())
      .filter((root) => root !== '')
      .map((root) => resolve(root)),
    drainMs: 10_000,
  });
}
