import { reasonText } from '@acequia/component-sdk/text';
import type { ElementList } from '../../framings/element-list.ts';
import type { HttpConfig } from './config.ts';

/** Senders keep answers in logs, so they are in English; programs read the code. */
const messageOf = (code: string) => `${reasonText(code, 'en').title}.`;

/** Bodies of answers. */
export function createReplies(config: HttpConfig) {
  const summary = (list: ElementList) =>
    JSON.stringify({
      accepted: list.count - list.rejected,
      rejected: list.rejected,
      errors: list.faults.map((fault) => ({
        index: fault.index,
        code: fault.code,
        message: `${messageOf(fault.code)} (byte ${fault.offset})`,
      })),
    });
  return {
    fault: (code: string) => JSON.stringify({ code, message: messageOf(code) }),
    summary,
    success(list: ElementList): [Record<string, string>, string] {
      if (config.successStatus === 204) return [{}, ''];
      if (config.responseBody === undefined) return [{ 'content-type': 'application/json' }, summary(list)];
      const counts: Readonly<Record<string, number>> = { accepted: list.count - list.rejected, rejected: list.rejected };
      const body = config.responseBody.replace(/\$\{(accepted|rejected)\}/g, (_, name: string) => String(counts[name]));
      return [{ 'content-type': /^\s*[[{]/.test(body) ? 'application/json' : 'text/plain; charset=utf-8' }, body];
    },
  };
}
