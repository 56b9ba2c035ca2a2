import { faultText, isFaultCode } from './fault-text.ts';
import { answerReasons, refusalReasons } from './reasons/answers.ts';
import { connectionReasons } from './reasons/connections.ts';
import { deadLetterReasons } from './reasons/dead-letters.ts';
import { decodingReasons } from './reasons/decoding.ts';
import { deliveryReasons } from './reasons/deliveries.ts';
import { eventReasons } from './reasons/events.ts';
import { lookupReasons } from './reasons/lookups.ts';
import { workerReasons } from './reasons/worker.ts';
import type { Language } from './text.ts';
import { fillIn, type TextFields, type Words, type WordsByLanguage } from './words.ts';

const reasons: Readonly<Record<string, WordsByLanguage>> = {
  ...workerReasons,
  ...connectionReasons,
  ...deliveryReasons,
  ...decodingReasons,
  ...eventReasons,
  ...refusalReasons,
  ...lookupReasons,
  ...deadLetterReasons,
};

/** What the operating system calls it. */
const systemCodes: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT_IN_USE',
  EACCES: 'PORT_DENIED',
  EADDRNOTAVAIL: 'ADDRESS_UNKNOWN',
  ECONNREFUSED: 'CONNECT_REFUSED',
  ECONNRESET: 'CONNECTION_RESET',
  EPIPE: 'CONNECTION_RESET',
  ETIMEDOUT: 'CONNECT_TIMEOUT',
  EHOSTUNREACH: 'CONNECT_TIMEOUT',
  ENETUNREACH: 'CONNECT_TIMEOUT',
  ENOTFOUND: 'NAME_NOT_FOUND',
  EAI_AGAIN: 'RESOLVER_FAILED',
  ENOSPC: 'DELIVERY_DISK_FULL',
};

/** Codes of reasons that have words of their own. */
export const reasonCodes: readonly string[] = Object.keys(reasons);

const wrongSetting: Readonly<Record<Language, string>> = { en: 'A setting cannot be used', es: 'Un ajuste no sirve' };

/** Behind the words for `HTTP_<status>`: the beginning of the destination's answer. */
const answered: Readonly<Record<Language, string>> = { en: ' It answered: “{message}”.', es: ' Respondió: «{message}».' };

/** Whether a code has words: a reason, a fault of a configuration, or `HTTP_<status>`. */
export const hasReasonText = (code: string): boolean => reasonWords(code) !== undefined || isFaultCode(code);

/**
 * Words for what a worker reports of listeners, pipelines, branches, probes and refused events, and for faults of
 * configurations. `fields` are the reason's values (`message`, `status`, `offset` from 0 …). A code without words is
 * shown itself, with its message.
 */
export function reasonText(code: string, language: Language, fields: TextFields = {}): Words {
  const words = reasonWords(code)?.[language];
  const values = { ...(typeof fields['offset'] === 'number' ? { position: fields['offset'] + 1 } : {}), ...statusOf(code), ...fields };
  const answer = statusOf(code).status !== undefined && fields['message'] ? answered[language] : '';
  if (words) return { title: fillIn(words[0], values), text: fillIn(words[1] + answer, values) };
  if (isFaultCode(code)) return { title: wrongSetting[language], text: faultText(code, language, fields) };
  return {
    title: code,
    text: fillIn(language === 'en' ? '[{message}. ]The worker’s log says more.' : '[{message}. ]El registro del worker dice más.', fields),
  };
}

function reasonWords(code: string): WordsByLanguage | undefined {
  const name = Object.hasOwn(systemCodes, code) ? systemCodes[code]! : code;
  if (Object.hasOwn(reasons, name)) return reasons[name];
  const short = name.startsWith('DELIVERY_') ? name.slice('DELIVERY_'.length) : '';
  if (Object.hasOwn(connectionReasons, short)) return reasons[short];
  const { status } = statusOf(code);
  return status === undefined ? undefined : answerReasons.find(({ fits }) => fits(status))?.words;
}

function statusOf(code: string): { readonly status?: number } {
  const status = /^HTTP_(\d{3})$/.exec(code)?.[1];
  return status === undefined ? {} : { status: Number(status) };
}
