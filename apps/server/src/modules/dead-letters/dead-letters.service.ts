import { AppError } from '@acequia/base';
import {
  letterIdsMax,
  type Letter,
  type LetterCause,
  type LetterDetail,
  type LetterEditor,
  type LetterFilter,
  type LetterReport,
} from '@acequia/contract';
import type { LetterQuestion } from '@acequia/contract/fleet';
import type { LetterDesks } from '../../fleet/letter-desks.ts';
import { readGroupCursor, readPageCursor, writeCursor, type PageCursor } from './letter-cursor.ts';
import { csvHeader, csvLine, jsonLine } from './letter-file.ts';

interface LetterWorker {
  readonly id: string;
  readonly name: string;
  /** Reported a while ago at most. */
  readonly online: boolean;
}

/** A tenant and the workers that may keep letters of it. */
export interface LetterScope {
  readonly tenantId: string;
  readonly now: number;
  readonly workers: readonly LetterWorker[];
  /** What the activity log calls it. */
  subject: string;
}

/** Named letters, or a piece of all that fit. */
export type LetterSelection = { readonly ids: readonly string[] } | { readonly filter: LetterFilter; readonly cursor?: string | undefined };

interface Page<L extends Letter> {
  readonly letters: L[];
  readonly next: string | null;
  readonly away: string[];
}

interface Changed extends LetterReport {
  readonly away: string[];
  readonly next: string | null;
}

export interface DeadLettersService {
  causes(scope: LetterScope): Promise<{
    causes: LetterCause[];
    bytes: number;
    limitBytes: number;
    ageMs: number;
    lost: { limit: number; age: number };
    away: string[];
  }>;
  list(scope: LetterScope, input: LetterFilter & { readonly cursor?: string | undefined; readonly limit: number }): Promise<Page<Letter>>;
  find(scope: LetterScope, id: string): Promise<LetterDetail>;
  edit(scope: LetterScope, id: string, json: string, by: LetterEditor): Promise<{ id: string }>;
  /**
   * ACQ-WORKER-AWAY when no worker that holds such letters is connected: nothing has changed. ACQ-WORKER-SILENT when none of those that were
   * asked answers: they may have done it, and trying again re-drives no letter a second time. As long as one answers, the others are named
   * in `away`.
   */
  redrive(scope: LetterScope, input: { readonly letters: LetterSelection; readonly into: 'node' | 'start' }): Promise<Changed>;
  /** Throws as `redrive`. */
  discard(scope: LetterScope, input: { readonly letters: LetterSelection; readonly reason: string }): Promise<Changed>;
  export(
    scope: LetterScope,
    input: LetterFilter & { readonly format: 'ndjson' | 'csv'; readonly cursor?: string | undefined },
  ): Promise<{ text: string; letters: readonly Letter[]; count: number; next: string | null; away: string[] }>;
}

const exportPageLetters = 200;

type Change = { readonly do: 'redrive'; readonly into: 'node' | 'start' } | { readonly do: 'discard' };

export function createDeadLettersService(desks: LetterDesks): DeadLettersService {
  const isHere = ({ id, online }: LetterWorker): boolean => online && desks.isConnected(id);
  /** Undefined at once for a worker that is known to be away. */
  const ask = async <D extends LetterQuestion['do']>(
    { tenantId }: LetterScope,
    worker: LetterWorker,
    question: Extract<LetterQuestion, { do: D }>,
  ) => (isHere(worker) ? desks.ask<D>(worker.id, tenantId, question) : undefined);

  const page = async (scope: LetterScope, filter: LetterFilter, cursor: string | undefined, limit: number, whole: boolean) => {
    const from = readPageCursor(cursor);
    const asked = scope.workers.filter(({ id }) => from[id] !== null);
    const answers = await Promise.all(
      asked.map(async (worker) => ({
        id: worker.id,
        name: worker.name,
        answer: await ask<'list'>(scope, worker, { do: 'list', filter, from: from[worker.id] ?? null, limit, whole }),
      })),
    );
    return merge(answers, from, limit);
  };

  const change = async (scope: LetterScope, letters: LetterSelection, what: Change): Promise<Changed> => {
    if ('ids' in letters) return changeNamed(scope, letters.ids, what);
    const cursor = readGroupCursor(letters.cursor);
    const at = Math.max(
      0,
      scope.workers.findIndex(({ id }) => id === cursor?.worker),
    );
    const worker = scope.workers[at];
    if (!worker) return { done: 0, refused: [], away: [], next: null };
    const to = cursor?.to ?? letters.filter.to ?? scope.now;
    const piece = { filter: { ...letters.filter, to }, from: cursor?.from ?? null, limit: letterIdsMax };
    if (!cursor && !scope.workers.some(isHere)) throw unreachable('ACQ-WORKER-AWAY', scope.workers);
    const asked = isHere(worker);
    const answer = await ask<'redrive' | 'discard'>(scope, worker, { ...what, letters: piece });
    const following = scope.workers[at + 1];
    if (asked && !answer && !cursor && !following) throw unreachable('ACQ-WORKER-SILENT', [worker]);
    const next = answer?.next
      ? { worker: worker.id, from: answer.next, to }
      : following
        ? { worker: following.id, from: null, to }
        : undefined;
    return {
      done: answer?.report.done ?? 0,
      refused: answer?.report.refused ?? [],
      away: answer ? [] : [worker.name],
      next: next ? writeCursor(next) : null,
    };
  };

  const changeNamed = async (scope: LetterScope, ids: readonly string[], what: Change): Promise<Changed> => {
    const groups = Map.groupBy(ids.map(splitId), ({ worker }) => worker);
    const concerned = scope.workers.filter(({ id }) => groups.has(id));
    if (concerned.length > 0 && !concerned.some(isHere)) throw unreachable('ACQ-WORKER-AWAY', concerned);
    const results = await Promise.all(
      [...groups].map(async ([id, named]): Promise<LetterReport & { readonly away?: string }> => {
        const worker = concerned.find((each) => each.id === id);
        if (!worker) return { done: 0, refused: [{ code: 'LETTER_GONE', count: named.length }] };
        const question = { ...what, letters: { ids: named.map(({ letter }) => letter) } };
        const answer = await ask<'redrive' | 'discard'>(scope, worker, question);
        return answer ? answer.report : { done: 0, refused: [{ code: 'WORKER_AWAY', count: named.length }], away: worker.name };
      }),
    );
    const silent = results.filter(({ away }) => away !== undefined);
    if (concerned.length > 0 && silent.length === concerned.length) throw unreachable('ACQ-WORKER-SILENT', concerned);
    return { ...sum(results), away: results.flatMap(({ away }) => away ?? []), next: null };
  };

  return {
    causes: async (scope) => {
      const answers = await Promise.all(
        scope.workers.map(async (worker) => ({ name: worker.name, answer: await ask<'causes'>(scope, worker, { do: 'causes' }) })),
      );
      const given = answers.flatMap(({ answer }) => answer ?? []);
      return {
        causes: joinCauses(given.flatMap(({ causes }) => causes)),
        bytes: given.reduce((total, { bytes }) => total + bytes, 0),
        limitBytes: Math.max(0, ...given.map(({ limitBytes }) => limitBytes)),
        ageMs: Math.max(0, ...given.map(({ ageMs }) => ageMs)),
        lost: {
          limit: given.reduce((total, { lost }) => total + lost.limit, 0),
          age: given.reduce((total, { lost }) => total + lost.age, 0),
        },
        away: answers.flatMap(({ name, answer }) => (answer ? [] : name)),
      };
    },
    list: async (scope, { cursor, limit, ...filter }) => page(scope, filter, cursor, limit, false),
    find: async (scope, id) => {
      const { worker, letter } = requireWorker(scope, id);
      const answer = await ask<'find'>(scope, worker, { do: 'find', id: letter });
      if (!answer) throw new AppError('ACQ-WORKER-AWAY');
      if (!answer.letter) throw new AppError('ACQ-NOT-FOUND');
      return { ...answer.letter, id };
    },
    edit: async (scope, id, json, by) => {
      const { worker, letter } = requireWorker(scope, id);
      scope.subject = id;
      const answer = await ask<'edit'>(scope, worker, { do: 'edit', id: letter, json, by });
      if (!answer) throw new AppError('ACQ-WORKER-AWAY');
      if (answer.id !== null) return { id: joinId(worker.id, answer.id) };
      const { code = '', offset, field } = answer.fault ?? {};
      if (code === 'LETTER_GONE') throw new AppError('ACQ-NOT-FOUND');
      if (code === 'LETTER_CLOSED' || code === 'REDRIVE_WAITING') throw new AppError('ACQ-LETTER-CLOSED');
      throw new AppError('ACQ-LETTER-FIELDS', {
        fields: { fault: code, ...(offset === undefined ? {} : { offset }), ...(field === undefined ? {} : { field }) },
      });
    },
    redrive: async (scope, { letters, into }) => {
      const changed = await change(scope, letters, { do: 'redrive', into });
      scope.subject = `${changed.done} × ${nameOf(letters)} → ${into}`;
      return changed;
    },
    discard: async (scope, { letters, reason }) => {
      const changed = await change(scope, letters, { do: 'discard' });
      scope.subject = `${changed.done} × ${nameOf(letters)}: ${reason}`;
      return changed;
    },
    export: async (scope, { format, cursor, ...filter }) => {
      const { letters, next, away } = await page(scope, filter, cursor, exportPageLetters, true);
      scope.subject = `${nameOf({ filter })} (${format})`;
      const whole = letters as LetterDetail[];
      const lines = whole.map(format === 'csv' ? csvLine : jsonLine).join('');
      return { text: (format === 'csv' && cursor === undefined ? csvHeader : '') + lines, letters: whole, count: whole.length, next, away };
    },
  };
}

interface WorkerPage {
  readonly id: string;
  readonly name: string;
  readonly answer: { readonly letters: Letter[]; readonly next: string | null } | undefined;
}

/** As its worker keeps them one after the other: a changed one behind those before its change. */
const writtenAt = ({ at, editedAt = at }: Letter): number => editedAt;

/** The newest of all workers' pages; what is left over of a page is asked for again. */
function merge(pages: readonly WorkerPage[], from: PageCursor, limit: number): Page<Letter> {
  const all = pages.flatMap(({ id, answer }) => (answer?.letters ?? []).map((letter) => ({ worker: id, letter })));
  // A page that stopped early ends what may be shown: older letters of others could lie before its next ones.
  const borders = pages.flatMap(({ answer }) => (answer?.next && answer.letters.length > 0 ? writtenAt(answer.letters.at(-1)!) : []));
  const border = Math.max(-Infinity, ...borders);
  const taken = all
    .filter(({ letter }) => writtenAt(letter) >= border)
    .sort((a, b) => writtenAt(b.letter) - writtenAt(a.letter))
    .slice(0, limit);
  const next: PageCursor = { ...from };
  for (const { id, answer } of pages) {
    const mine = taken.filter(({ worker }) => worker === id);
    if (!answer) next[id] = null;
    else if (mine.length === answer.letters.length) next[id] = answer.next;
    else if (mine.length > 0) next[id] = mine.at(-1)!.letter.id;
  }
  const more = pages.some(({ id, answer }) => answer && next[id] !== null);
  return {
    letters: taken.map(({ worker, letter }) => ({ ...letter, id: joinId(worker, letter.id) })),
    next: more ? writeCursor(next) : null,
    away: pages.flatMap(({ name, answer }) => (answer ? [] : name)),
  };
}

function joinCauses(causes: readonly LetterCause[]): LetterCause[] {
  const groups = Map.groupBy(causes, ({ pipelineId, node, listenerId, code }) => JSON.stringify([pipelineId, node, listenerId, code]));
  return [...groups.values()]
    .map((group) => ({
      ...group[0]!,
      count: group.reduce((total, { count }) => total + count, 0),
      firstAt: Math.min(...group.map(({ firstAt }) => firstAt)),
      lastAt: Math.max(...group.map(({ lastAt }) => lastAt)),
    }))
    .sort((a, b) => b.lastAt - a.lastAt);
}

function sum(reports: readonly LetterReport[]): LetterReport {
  const refused = Map.groupBy(
    reports.flatMap((report) => report.refused),
    ({ code }) => code,
  );
  return {
    done: reports.reduce((total, { done }) => total + done, 0),
    refused: [...refused].map(([code, group]) => ({ code, count: group.reduce((total, { count }) => total + count, 0) })),
  };
}

function nameOf(letters: LetterSelection): string {
  if ('ids' in letters) return letters.ids.length === 1 ? letters.ids[0]! : 'dead letters';
  const { code, pipelineId, node } = letters.filter;
  return [code, pipelineId, node].filter((part) => part !== undefined && part !== '').join(' ') || 'dead letters';
}

/** Nothing was changed (AWAY), or nobody knows (SILENT); trying again changes no letter twice. */
const unreachable = (code: 'ACQ-WORKER-AWAY' | 'ACQ-WORKER-SILENT', workers: readonly LetterWorker[]): AppError =>
  new AppError(code, { fields: { workers: workers.map(({ name }) => name).join(', ') } });

function requireWorker(scope: LetterScope, id: string): { worker: LetterWorker; letter: string } {
  const split = splitId(id);
  const worker = scope.workers.find((each) => each.id === split.worker);
  if (!worker) throw new AppError('ACQ-NOT-FOUND');
  return { worker, letter: split.letter };
}

const joinId = (worker: string, letter: string): string => `${worker}~${letter}`;

function splitId(id: string): { worker: string; letter: string } {
  const at = id.indexOf('~');
  return { worker: id.slice(0, Math.max(0, at)), letter: id.slice(at + 1) };
}
