import { secondMs } from '@acequia/base';
import path from 'node:path';
import { readPrivateFile } from '../../keys/private-file.ts';
import { readInteger, type Environment } from '../../read-setting.ts';
import { StartFault } from '../../start-fault.ts';

/** The model that an operator has set. */
export interface AssistantSettings {
  /** Of an OpenAI-compatible endpoint, without a slash at the end: `https://api.example.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; undefined for an endpoint that asks for none. */
  readonly key: string | undefined;
  /** Of one answer of the model. */
  readonly tokensMax: number;
  /** Of one person. */
  readonly questionsPerHour: number;
  /** From a question to the end of its answer, whatever is looked up on the way. */
  readonly timeoutMs: number;
}

/** Undefined without an endpoint. Throws StartFault. */
export function readAssistant(env: Environment, cwd: string): AssistantSettings | undefined {
  const address = env['ACEQUIA_ASSISTANT_URL'] ?? '';
  if (address === '') return undefined;
  const model = env['ACEQUIA_ASSISTANT_MODEL'] ?? '';
  if (model === '') throw new StartFault('ACEQUIA_ASSISTANT_MODEL must name the model at ACEQUIA_ASSISTANT_URL.');
  const key = readKey(env, cwd);
  const url = readUrl(address, key !== undefined);
  return {
    url,
    model,
    key,
    tokensMax: readInteger(env, 'ACEQUIA_ASSISTANT_MAX_TOKENS', 4096, 256, 65_536),
    questionsPerHour: readInteger(env, 'ACEQUIA_ASSISTANT_QUESTIONS_PER_HOUR', 60, 1, 10_000),
    timeoutMs: readInteger(env, 'ACEQUIA_ASSISTANT_TIMEOUT_SECONDS', 180, 5, 900) * secondMs,
  };
}

function readKey(env: Environment, cwd: string): string | undefined {
  const { ACEQUIA_ASSISTANT_KEY: given = '', ACEQUIA_ASSISTANT_KEY_FILE: file = '' } = env;
  if (given !== '' && file !== '') throw new StartFault('Set ACEQUIA_ASSISTANT_KEY or ACEQUIA_ASSISTANT_KEY_FILE, not both.');
  const key = file === '' ? given : readFile(path.resolve(cwd, file));
  if (/[^\x21-\x7e]/.test(key)) throw new StartFault('The key of the assistant can’t contain spaces, line breaks or letters with accents.');
  return key === '' ? undefined : key;
}

function readFile(file: string): string {
  try {
    return readPrivateFile(file);
  } catch (error) {
    if (error instanceof StartFault) throw error;
    throw new StartFault(`ACEQUIA_ASSISTANT_KEY_FILE cannot be read: ${file}.`);
  }
}

function readUrl(text: string, keyed: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new StartFault('ACEQUIA_ASSISTANT_URL must be an address such as https://api.example.com/v1, without user, password or query.');
  if (keyed && url.protocol === 'http:' && !/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname))
    throw new StartFault('ACEQUIA_ASSISTANT_URL must begin with https:// where a key is sent, except to this machine itself.');
  return url.href.replace(/\/+$/, '');
}
