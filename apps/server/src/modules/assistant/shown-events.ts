import { historyPageSchema, type HistoryPage } from '@acequia/contract';
import { sampleEvents } from '../internal-pipelines/internal-pipelines.service.ts';

/** At a time. */
const eventsMax = 20;

/**
 * The search as the model may make it. While fields are hidden it may not seek in what it cannot see: what is found would tell it.
 */
export function shownSearch(given: unknown, masked: readonly string[]): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const { count, text, condition, ...rest } = given as Readonly<Record<string, unknown>>;
  const sought = masked.length === 0 ? { ...(text === undefined ? {} : { text }), ...(condition === undefined ? {} : { condition }) } : {};
  return { ...rest, ...sought, count: typeof count === 'number' ? Math.min(count, eventsMax) : eventsMax };
}

/** Found events with the masked fields hidden, and with them the text they were read from. */
export function shownEvents(page: unknown, masked: readonly string[]): unknown {
  const { events, next, ...rest }: HistoryPage = historyPageSchema.parse(page);
  const hidden = masked.length === 0 ? [] : [...masked, '_raw'];
  return {
    ...rest,
    more: next !== null,
    events: events.map(({ id, receivedAt, json, raw }) => ({
      id,
      receivedAt,
      event: hideIn(json, hidden),
      ...(raw === undefined || hidden.length > 0 ? {} : { raw }),
    })),
  };
}

function hideIn(json: string, hidden: readonly string[]): string {
  const shown = sampleEvents([json], hidden);
  return shown.ok ? (shown.value[0] ?? '***') : '***';
}
