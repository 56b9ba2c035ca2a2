import { AppError } from '@acequia/base';
import type { PresentEditor } from '@acequia/contract';

/** Where a window has the editor open. */
export interface EditorPlace {
  /** As in an address: `Main` for the draft. */
  readonly version: string;
  /** The selected step; null without one. */
  readonly node: string | null;
}

/** What a window says of itself, as servers pass it on to each other. */
export interface EditorReport {
  readonly tenantId: string;
  /** With `window`, whose report it is. Never leaves the servers. */
  readonly sessionId: string;
  readonly window: string;
  /** Grows with each report of a window. */
  readonly sequence: number;
  readonly pipelineId: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** Whether the user may change what is open there. */
  readonly edits: boolean;
  /** Null: the window has left the editor. */
  readonly place: EditorPlace | null;
  /** When it was reported, ms since 1970. */
  readonly at: number;
}

/** The pipeline whose list of editors is another one now. */
export interface EditorsChange {
  readonly tenantId: string;
  readonly pipelineId: string;
}

export interface EditorLimits {
  /** A window that has not reported for so long has gone. */
  readonly expiryMs: number;
  /** Users at one pipeline. */
  readonly ofPipeline: number;
  /** Windows of one user there. */
  readonly ofUser: number;
  /** Windows of one session, those that left within `expiryMs` included. */
  readonly ofSession: number;
}

/** Browsers report every 10 s. */
export const usualEditorLimits: EditorLimits = { expiryMs: 25_000, ofPipeline: 50, ofUser: 20, ofSession: 20 };

interface Entry {
  readonly report: EditorReport;
  /** Since when the window has been where it is. */
  readonly since: number;
  /** By the monotonic clock of this server. */
  readonly expiresAt: number;
}

/**
 * Who has the editor open, as one server knows it. Servers that are given the same messages in the same order know the same; of a window,
 * the report with the highest number counts. Nothing is stored, and what nobody repeats is forgotten. `now` is monotonic, in ms.
 */
export class EditorPresence {
  readonly #limits: EditorLimits;
  /** By session and window. Windows that left stay until they expire, so that an older report cannot bring them back. */
  readonly #sessions = new Map<string, Map<string, Entry>>();
  readonly #pipelines = new Map<string, Set<Entry>>();
  /** Sessions that ended, and until when a late report of theirs may come. */
  readonly #ended = new Map<string, number>();

  constructor(limits: EditorLimits) {
    this.#limits = limits;
  }

  /** Whether the report's window is at its pipeline already. */
  knows({ sessionId, window, pipelineId }: Pick<EditorReport, 'sessionId' | 'window' | 'pipelineId'>): boolean {
    const report = this.#sessions.get(sessionId)?.get(window)?.report;
    return report?.pipelineId === pipelineId && report.place !== null;
  }

  /**
   * Throws ACQ-EDITORS-MANY when a window that is new to its session or pipeline has no place. Places go by users, so that nobody can take
   * those of others with windows of their own.
   */
  assertRoom(report: Pick<EditorReport, 'tenantId' | 'sessionId' | 'window' | 'pipelineId' | 'user'>): void {
    const { ofPipeline, ofUser, ofSession } = this.#limits;
    const windows = this.#sessions.get(report.sessionId);
    if (windows && !windows.has(report.window) && windows.size >= ofSession)
      throw new AppError('ACQ-EDITORS-MANY', { fields: { max: ofSession } });
    if (this.knows(report)) return;
    const there = [...(this.#pipelines.get(keyOf(report)) ?? [])].map((entry) => entry.report.user.id);
    const own = there.filter((id) => id === report.user.id).length;
    const max = own > 0 ? ofUser : ofPipeline;
    if ((own > 0 ? own : new Set(there).size) >= max) throw new AppError('ACQ-EDITORS-MANY', { fields: { max } });
  }

  take(report: EditorReport, now: number): EditorsChange[] {
    if (this.#ended.has(report.sessionId)) return [];
    const before = this.#sessions.get(report.sessionId)?.get(report.window);
    if (before && before.report.sequence >= report.sequence) return [];
    const same = before !== undefined && shows(before.report) === shows(report);
    if (before) this.#forget(before);
    const entry = { report, since: same ? before.since : report.at, expiresAt: now + this.#limits.expiryMs };
    this.#keep(entry);
    return same ? [] : changesOf([...(before ? [before] : []), entry]);
  }

  endSession(sessionId: string, now: number): EditorsChange[] {
    const gone = [...(this.#sessions.get(sessionId)?.values() ?? [])];
    for (const entry of gone) this.#forget(entry);
    this.#ended.set(sessionId, now + this.#limits.expiryMs);
    return changesOf(gone);
  }

  expire(now: number): EditorsChange[] {
    for (const [sessionId, until] of this.#ended) if (until <= now) this.#ended.delete(sessionId);
    const gone = [...this.#sessions.values()].flatMap((windows) => [...windows.values()].filter(({ expiresAt }) => expiresAt <= now));
    for (const entry of gone) this.#forget(entry);
    return changesOf(gone);
  }

  /** Everyone there but one user, each once: where their window is that moved last. In the order in which they came to where they are. */
  others(tenantId: string, pipelineId: string, userId: string): PresentEditor[] {
    const last = new Map<string, Entry>();
    for (const entry of this.#pipelines.get(keyOf({ tenantId, pipelineId })) ?? []) {
      const { id } = entry.report.user;
      const known = last.get(id);
      if (id !== userId && (known === undefined || isLater(entry, known))) last.set(id, entry);
    }
    return [...last.values()].toSorted((a, b) => (isLater(a, b) ? 1 : -1)).map(({ report }) => present(report));
  }

  /** The pipelines that windows of a session are at. */
  pipelinesOf(sessionId: string): string[] {
    const reports = [...(this.#sessions.get(sessionId)?.values() ?? [])].map(({ report }) => report);
    return [...new Set(reports.filter(({ place }) => place !== null).map(({ pipelineId }) => pipelineId))];
  }

  /** Windows that are remembered, and sessions that ended. */
  get size(): number {
    return [...this.#sessions.values()].reduce((sum, windows) => sum + windows.size, this.#ended.size);
  }

  #keep(entry: Entry): void {
    const { report } = entry;
    const windows = this.#sessions.get(report.sessionId) ?? new Map<string, Entry>();
    this.#sessions.set(report.sessionId, windows.set(report.window, entry));
    if (report.place === null) return;
    const key = keyOf(report);
    this.#pipelines.set(key, (this.#pipelines.get(key) ?? new Set()).add(entry));
  }

  #forget(entry: Entry): void {
    const { report } = entry;
    const windows = this.#sessions.get(report.sessionId);
    windows?.delete(report.window);
    if (windows?.size === 0) this.#sessions.delete(report.sessionId);
    const there = this.#pipelines.get(keyOf(report));
    there?.delete(entry);
    if (there?.size === 0) this.#pipelines.delete(keyOf(report));
  }
}

const keyOf = ({ tenantId, pipelineId }: EditorsChange): string => `${tenantId} ${pipelineId}`;

const present = ({ user, edits, place }: EditorReport): PresentEditor => ({
  userId: user.id,
  name: user.name,
  email: user.email,
  edits,
  version: place?.version ?? '',
  node: place?.node ?? null,
});

/** What others see of a report. */
const shows = (report: EditorReport): string => JSON.stringify([report.pipelineId, report.place && present(report)]);

/** The same on every server, also of two that moved in the same millisecond. */
const isLater = (a: Entry, b: Entry): boolean => (a.since === b.since ? a.report.window > b.report.window : a.since > b.since);

function changesOf(entries: readonly Entry[]): EditorsChange[] {
  const seen = entries
    .filter(({ report }) => report.place !== null)
    .map(({ report: { tenantId, pipelineId } }) => ({ tenantId, pipelineId }));
  return [...new Map(seen.map((change) => [keyOf(change), change])).values()];
}
