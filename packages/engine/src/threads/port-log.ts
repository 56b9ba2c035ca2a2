import type { Log, LogFields } from '@acequia/base';
import type { LaneNews } from './messages.ts';

type LogNews = Extract<LaneNews, { kind: 'log' }>;

/** A log whose lines are written on another thread. Fields that cannot go over are written as text. */
export function createPortLog(post: (news: LogNews) => void, fields: LogFields = {}): Log {
  const write = (level: LogNews['level']) => (more: LogFields, text: string) => {
    const all = { ...fields, ...more };
    try {
      post({ kind: 'log', level, fields: all, text });
    } catch {
      post({ kind: 'log', level, fields: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)])), text });
    }
  };
  return {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
    child: (more) => createPortLog(post, { ...fields, ...more }),
  };
}
