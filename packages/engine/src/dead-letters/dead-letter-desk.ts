import { err, ok, type Clock, type Log, type Result } from '@acequia/base';
import { fork, writeImage } from '@acequia/batch';
import type { Journal } from '@acequia/journal';
import { redriveWaitMs } from '../limits.ts';
import type { EngineLimits } from '../options.ts';
import { letterMeta, type LetterEdit, type LetterMeta } from '../outcomes/dead-letters.ts';
import { packImages } from '../delivery/image-frames.ts';
import type { EngineStatus } from '../status.ts';
import type {
  DeadLetter,
  DeadLetterEditFault,
  DeadLetterFilter,
  DeadLetterPage,
  DeadLetterRefusal,
  DeadLetterReport,
  DeadLetterSelection,
  DeadLetterSummary,
} from './dead-letter.ts';
import { fateOf, tenantsOfHandovers, type Handover } from './handovers.ts';
import { LetterBox, type LetterRow } from './letter-box.ts';
import { setEventJson } from './letter-content.ts';
import { LetterLimits } from './letter-limits.ts';
import { letterId, parseLetterId, type LetterPlace } from './letter-place.ts';
import { holdsText, presentLetter } from './letter-search.ts';
import { Redriver } from './redrive.ts';
import { RepeatedLetters } from './repeated-letters.ts';

export interface DeadLetterDeskOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<EngineLimits, 'deadLetterBytes' | 'deadLetterMs'>;
  status(): EngineStatus;
  /** Blocks have come to a stream that lanes read; its end is now before block `head`. */
  arrived(stream: string, head: number): void;
}

const wholeCharsMax = 512 * 1024;
const pageCharsMax = 4 * 1024 * 1024;
/** Longer than a commit takes. */
const standWaitMs = 3000;
const standPollMs = 10;

/** What people do with dead letters: look, search, edit, re-drive, discard. One tenant never sees another's. */
export class DeadLetterDesk {
  /** To be told before lanes take up listeners. */
  readonly repeated: RepeatedLetters;
  readonly #o: DeadLetterDeskOptions;
  readonly #redriver: Redriver;
  readonly #limits: LetterLimits;
  readonly #boxes = new Map<string, LetterBox>();
  /** Letters handed over that no version has counted yet. */
  readonly #underWay = new Set<string>();
  readonly #followed = new Set<Promise<unknown>>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #takenUp = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: DeadLetterDeskOptions) {
    this.#o = options;
    this.#redriver = new Redriver(options);
    this.repeated = new RepeatedLetters({
      ...options,
      close: (tenantId, fromBlock, isRepeated) => this.#inTurn(tenantId, () => this.#boxOf(tenantId).closeRepeated(fromBlock, isRepeated)),
    });
    this.#limits = new LetterLimits({
      ...options,
      inBox: (tenantId, work) => this.#inTurn(tenantId, async () => work(await this.#open(tenantId))),
    });
  }

  async summary(tenantId: string): Promise<DeadLetterSummary> {
    const box = await this.#open(tenantId);
    const { deadLetterBytes, deadLetterMs } = this.#o.limits;
    return {
      causes: box.causes(),
      bytes: box.index.bytes,
      limitBytes: deadLetterBytes,
      ageMs: deadLetterMs,
      lost: this.#limits.lost(tenantId),
    };
  }

  /** The newest first. `jsonCharsMax`: events whose JSON text is longer come without it. */
  async list(
    tenantId: string,
    filter: DeadLetterFilter,
    from: string | undefined,
    limit: number,
    jsonCharsMax = 0,
  ): Promise<DeadLetterPage> {
    const box = await this.#open(tenantId);
    const letters: DeadLetter[] = [];
    let chars = 0;
    const end = await box.walk(filter, 'newest', placeOf(box, from), holdsText(filter.text), (row) => {
      const letter = presentLetter(box.stream, row, filter.state ?? 'open', jsonCharsMax);
      letters.push(letter);
      chars += (letter.json?.length ?? 0) + letter.fields.reduce((sum, { value }) => sum + value.length, 0);
      return letters.length < limit && chars < pageCharsMax;
    });
    return { letters, ...(end ? { next: letterId(box.stream, end) } : {}) };
  }

  /** One letter with its JSON text, when that is at most 512 Ki characters long. Undefined: not there (any more). */
  async find(tenantId: string, id: string): Promise<DeadLetter | undefined> {
    const box = await this.#open(tenantId);
    const row = await this.#row(box, id);
    const state = row && box.marks.state(row.place);
    return row && state !== 'repeated' ? presentLetter(box.stream, row, state!, wholeCharsMax) : undefined;
  }

  /**
   * Gives an open letter other fields: a new letter with them takes its place, whose id is returned. It keeps the moment at which its event was
   * refused. Durable when it resolves.
   */
  edit(
    tenantId: string,
    id: string,
    json: string,
    by: LetterEdit['by'],
  ): Promise<Result<string, DeadLetterEditFault | { readonly code: DeadLetterRefusal }>> {
    return this.#inTurn(tenantId, async () => {
      const box = await this.#open(tenantId);
      const row = await this.#row(box, id);
      if (!row) return err({ code: 'LETTER_GONE' });
      const refusal = this.#refusal(box, row.place);
      if (refusal) return err({ code: refusal });
      const event = fork(row.view, { rows: Int32Array.of(row.view.rows[row.place.row]!) });
      const set = setEventJson(event, event.rows[0]!, json);
      if (!set.ok) return set;
      const { origin, atMs } = row.frame.meta;
      const meta: LetterMeta = { ...letterMeta(event, origin, atMs), replaces: row.place, edit: { atMs: this.#o.clock.now(), by } };
      const { journal } = this.#o;
      const receipt = await journal.append({
        blocks: packImages(box.stream, [{ meta, image: writeImage(event) }]).blocks,
        durability: 'fsync',
      });
      return ok(letterId(box.stream, { block: receipt.blocks[0]!.block, frame: 0, row: 0 }));
    });
  }

  /** Durable when it resolves. */
  discard(tenantId: string, selection: DeadLetterSelection): Promise<DeadLetterReport> {
    return this.#inTurn(tenantId, async () => {
      const box = await this.#open(tenantId);
      const { rows, refused, next } = await this.#select(box, selection);
      await box.close(rows, 'discarded');
      return report(rows.length, refused, next);
    });
  }

  /**
   * Brings letters back into the running version of their pipeline: `node`, where they were refused (those set aside before they
   * ran: where they came in), or `start`, as if they had just been labelled. They keep their ids, so a destination with keys
   * overwrites. A letter is closed when the version has counted it. When the process dies before, the next one closes it then, and
   * re-drives it no second time.
   */
  redrive(tenantId: string, selection: DeadLetterSelection, from: 'node' | 'start'): Promise<DeadLetterReport> {
    return this.#inTurn(tenantId, async () => {
      const box = await this.#open(tenantId);
      const { rows, refused, next } = await this.#select(box, selection);
      const standing = await this.#standing(box, rows);
      refused.push(...rows.slice(standing.length).map((): DeadLetterRefusal => 'REDRIVE_WAITING'));
      const handing = await this.#redriver.hand(standing, from);
      refused.push(...handing.refused.map(({ code }) => code));
      let done = 0;
      for (const handed of handing.handed) {
        const code = await this.#settle(box, handed);
        if (code === 'counted') done += handed.places.length;
        else refused.push(...handed.places.map(() => code));
      }
      return report(done, refused, next);
    });
  }

  /** Takes up what an earlier process handed over; before the first lane works. */
  async afterStart(): Promise<void> {
    await this.repeated.afterStart();
    for (const tenantId of tenantsOfHandovers(this.#o.journal)) await this.#open(tenantId);
  }

  /** Open letters of all tenants that fell out since the first. */
  get lost(): number {
    return this.#limits.lostOfAll();
  }

  /** Lets the oldest letters fall out, of every tenant that is over its limits. Done by itself every 30 s. */
  keepLimits(): Promise<void> {
    return this.#limits.keep();
  }

  /** Resolves when what became of letters is not being written any more. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the engine stops'));
    this.#limits.close();
    await Promise.allSettled(this.#followed);
  }

  /**
   * Letters whose events have their outcome in the commit log; waits for a while until all have. An event without one runs again
   * after a crash, and must not be re-driven besides.
   */
  async #standing(box: LetterBox, rows: readonly LetterRow[]): Promise<LetterRow[]> {
    const { clock } = this.#o;
    const { signal } = this.#closing;
    const end = clock.monotonic() + standWaitMs;
    const stands = ({ frame }: LetterRow) => this.repeated.stands(box.stream, frame);
    while (!rows.every(stands) && clock.monotonic() < end && !signal.aborted) await clock.sleep(standPollMs, signal).catch(() => undefined);
    return rows.filter(stands);
  }

  /** Waits for a while; what is counted later is closed then. */
  async #settle(box: LetterBox, handover: Handover): Promise<'counted' | DeadLetterRefusal> {
    const followed = this.#follow(box, handover);
    const over = new AbortController();
    const wait = this.#o.clock.sleep(redriveWaitMs, AbortSignal.any([over.signal, this.#closing.signal])).catch(() => undefined);
    const code = await Promise.race([followed, wait.then(() => 'REDRIVE_WAITING' as const)]);
    over.abort();
    return code;
  }

  async #select(
    box: LetterBox,
    selection: DeadLetterSelection,
  ): Promise<{ rows: LetterRow[]; refused: DeadLetterRefusal[]; next: string | undefined }> {
    if ('ids' in selection) {
      const places = [...new Set(selection.ids)]
        .map((id) => parseLetterId(box.stream, id))
        .flatMap((parsed) => (parsed.ok ? [parsed.value] : []));
      const found = await box.find(places.filter(({ block }) => block >= box.index.tail));
      const refused: DeadLetterRefusal[] = Array.from({ length: new Set(selection.ids).size - found.length }, () => 'LETTER_GONE');
      const rows = found.filter(({ place }) => {
        const refusal = this.#refusal(box, place);
        if (refusal) refused.push(refusal);
        return !refusal;
      });
      return { rows, refused, next: undefined };
    }
    const rows: LetterRow[] = [];
    const { filter, from, limit } = selection;
    const end = await box.walk({ ...filter, state: 'open' }, 'oldest', placeOf(box, from), holdsText(filter.text), (row) => {
      rows.push(row);
      return rows.length < limit;
    });
    const free = rows.filter(({ place }) => !this.#refusal(box, place));
    const refused = rows.slice(free.length).map((): DeadLetterRefusal => 'REDRIVE_WAITING');
    return { rows: free, refused, next: end && letterId(box.stream, end) };
  }

  #refusal(box: LetterBox, place: LetterPlace): DeadLetterRefusal | undefined {
    const state = box.marks.state(place);
    if (state !== 'open') return state === 'repeated' ? 'LETTER_GONE' : 'LETTER_CLOSED';
    return this.#underWay.has(letterId(box.stream, place)) ? 'REDRIVE_WAITING' : undefined;
  }

  async #row(box: LetterBox, id: string): Promise<LetterRow | undefined> {
    const place = parseLetterId(box.stream, id);
    return place.ok && place.value.block >= box.index.tail ? (await box.find([place.value]))[0] : undefined;
  }

  async #open(tenantId: string): Promise<LetterBox> {
    const box = this.#boxOf(tenantId);
    await box.catchUp();
    let takenUp = this.#takenUp.get(tenantId);
    if (!takenUp) this.#takenUp.set(tenantId, (takenUp = this.#takeUp(box)));
    await takenUp.catch((error: unknown) => {
      this.#takenUp.delete(tenantId);
      throw error;
    });
    return box;
  }

  /** What an earlier process handed over: what is decided is written down now, the rest is followed. On a full disk it stays undecided. */
  async #takeUp(box: LetterBox): Promise<void> {
    for (const handover of await box.handovers.load()) {
      const followed = this.#follow(box, handover);
      if (fateOf(this.#o.journal, handover) !== 'waiting') await followed.catch(() => undefined);
    }
  }

  /** Closes the letters when they are counted; until it is known what became of them nothing else is done with them. */
  async #follow(box: LetterBox, handover: Handover): Promise<'counted' | DeadLetterRefusal> {
    box.handovers.add(handover);
    const keys = handover.places.map((place) => letterId(box.stream, place));
    for (const key of keys) this.#underWay.add(key);
    const followed = this.#redriver.fate(handover, this.#closing.signal).then(async (code) => {
      if (code !== 'REDRIVE_WAITING') await box.settle(handover, code === 'counted');
      for (const key of keys) this.#underWay.delete(key);
      return code;
    });
    this.#followed.add(followed);
    followed
      .catch((error: unknown) => this.#o.log.error({ error }, 'what became of dead letters cannot be written'))
      .finally(() => this.#followed.delete(followed));
    return followed;
  }

  #boxOf(tenantId: string): LetterBox {
    let box = this.#boxes.get(tenantId);
    if (!box) this.#boxes.set(tenantId, (box = new LetterBox(this.#o.journal, tenantId)));
    return box;
  }

  /** One change after the other, so that no letter is taken twice. */
  #inTurn<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(tenantId) ?? Promise.resolve()).catch(() => undefined).then(work);
    this.#turns.set(tenantId, turn);
    return turn;
  }
}

function placeOf(box: LetterBox, id: string | undefined): LetterPlace | undefined {
  const parsed = id === undefined ? undefined : parseLetterId(box.stream, id);
  return parsed?.ok ? parsed.value : undefined;
}

function report(done: number, refused: readonly DeadLetterRefusal[], next: string | undefined): DeadLetterReport {
  const counts = new Map<DeadLetterRefusal, number>();
  for (const code of refused) counts.set(code, (counts.get(code) ?? 0) + 1);
  return { done, refused: [...counts].map(([code, count]) => ({ code, count })), ...(next === undefined ? {} : { next }) };
}
