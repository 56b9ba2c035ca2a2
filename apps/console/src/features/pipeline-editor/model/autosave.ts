import type { Clock } from '@acequia/base';
import type { PipelineDocument } from '@acequia/pipeline';

/** What the server has, and the edit on top of it that it does not have. */
export interface Unsaved {
  readonly revision: number;
  readonly base: PipelineDocument;
  readonly document: PipelineDocument;
}

/** What the header shows beside the name. */
export type SaveState =
  | { readonly type: 'saved'; readonly atMs: number | undefined }
  | { readonly type: 'saving' }
  | { readonly type: 'offline' }
  | SaveConflict
  | SaveRefusal;

/** Somebody else has saved the draft. */
export interface SaveConflict {
  readonly type: 'conflict';
  readonly savedBy: string | undefined;
}

/** The server does not take the draft as it is: the words of its answer, and their code. */
export interface SaveRefusal {
  readonly type: 'refused';
  readonly code: string;
  readonly title: string;
  readonly text: string;
}

/** The answer of one save. `away`: the server was not reached, or asked to wait; the same save is tried again. */
export type SaveAnswer =
  | { readonly type: 'saved'; readonly revision: number; readonly atMs: number }
  | { readonly type: 'away' }
  | SaveConflict
  | SaveRefusal;

export interface AutosaveOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly save: (revision: number, document: PipelineDocument) => Promise<SaveAnswer>;
  /** Keeps what is not saved yet, so that a reload loses nothing; `undefined` when all is saved. */
  readonly keep: (unsaved: Unsaved | undefined) => void;
  readonly revision: number;
  /** The document of that revision. */
  readonly base: PipelineDocument;
  readonly onState: (state: SaveState) => void;
}

export interface Autosave {
  readonly revision: number;
  /** The document of that revision: what edits here began with. */
  readonly base: PipelineDocument;
  readonly unsaved: boolean;
  /** The document was edited. */
  edited(document: PipelineDocument): void;
  /** Saves now what is not saved; resolves to the revision, or undefined when it could not be saved. */
  flush(): Promise<number | undefined>;
  /** Goes on from what is stored now, with `mine` to be saved on top of it; without, nothing is left to save. */
  resolve(stored: { readonly revision: number; readonly document: PipelineDocument }, mine?: PipelineDocument): void;
  /** Tries again at once: the browser is online again, or a person asks for it after a refusal. */
  wake(): void;
  stop(): void;
}

/** An edit is saved this long after the last one, and at most `longestMs` after the first. */
export const quietMs = 700;
export const longestMs = 1800;
const retryMs = [1000, 2000, 4000, 8000] as const;

/** Saves a draft after edits, one save at a time, and tries again while the server is away. */
export function createAutosave(options: AutosaveOptions): Autosave {
  const { clock } = options;
  let { revision, base } = options;
  let pending: PipelineDocument | undefined;
  let firstEditAt = 0;
  let cancelTimer: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  /** Nothing is saved until the conflict is resolved, or until the next edit of a refused document. */
  let held: 'conflict' | 'refused' | undefined;
  let stopped = false;

  const schedule = (ms: number) => {
    cancelTimer?.();
    cancelTimer = clock.after(ms, () => {
      cancelTimer = undefined;
      void start();
    });
  };

  const start = (): Promise<void> => {
    if (running) return running;
    if (pending === undefined || held || stopped) return Promise.resolve();
    cancelTimer?.();
    cancelTimer = undefined;
    running = saveOnce(pending).finally(() => {
      running = undefined;
      if (pending !== undefined && !held && !stopped && failures === 0) schedule(quietMs);
    });
    return running;
  };

  const saveOnce = async (document: PipelineDocument): Promise<void> => {
    options.onState({ type: 'saving' });
    const answer = await options.save(revision, document);
    if (stopped) return;
    switch (answer.type) {
      case 'saved':
        failures = 0;
        revision = answer.revision;
        base = document;
        if (pending === document) pending = undefined;
        options.keep(pending && { revision, base, document: pending });
        options.onState(pending ? { type: 'saving' } : { type: 'saved', atMs: answer.atMs });
        firstEditAt = clock.monotonic();
        return;
      case 'away':
        options.onState({ type: 'offline' });
        schedule(retryMs[Math.min(failures, retryMs.length - 1)]!);
        failures += 1;
        return;
      case 'conflict':
        held = 'conflict';
        options.onState({ type: 'conflict', savedBy: answer.savedBy });
        return;
      case 'refused':
        held = 'refused';
        options.onState(answer);
    }
  };

  return {
    get revision() {
      return revision;
    },
    get base() {
      return base;
    },
    get unsaved() {
      return pending !== undefined;
    },
    edited(document) {
      if (pending === undefined) firstEditAt = clock.monotonic();
      pending = document;
      options.keep({ revision, base, document });
      if (held === 'refused') held = undefined;
      if (held || failures > 0 || stopped) return;
      options.onState({ type: 'saving' });
      schedule(Math.max(0, Math.min(quietMs, firstEditAt + longestMs - clock.monotonic())));
    },
    async flush() {
      await running;
      await start();
      return pending === undefined ? revision : undefined;
    },
    resolve(stored, mine) {
      revision = stored.revision;
      base = stored.document;
      held = undefined;
      failures = 0;
      pending = mine;
      options.keep(pending && { revision, base, document: pending });
      if (pending) void start();
      else options.onState({ type: 'saved', atMs: undefined });
    },
    wake() {
      if (failures === 0 && held !== 'refused') return;
      if (held === 'refused') held = undefined;
      failures = 0;
      void start();
    },
    stop() {
      stopped = true;
      cancelTimer?.();
    },
  };
}
