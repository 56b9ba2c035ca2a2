import type { Clock } from '@acequia/base';
import type { OpenDatasink } from '@acequia/component-sdk/runtime';

/** An open data sink, what is being sent by it, and the signal that ends those sends. */
export interface Session<Work> {
  readonly sink: OpenDatasink;
  readonly sends: Set<Work>;
  readonly abort: AbortController;
  /** What it was opened with. */
  readonly settings: string;
}

export interface DatasinkLinkOptions {
  readonly clock: Clock;
  /** How long closing waits for sends before it aborts them, and then for what still does not end before it says so. */
  readonly closing: { readonly sendsMs: number; readonly abortedMs: number };
  /** Until `takeOver`: another version's queue delivers to the same place. */
  readonly standsBy: boolean;
  /** What `open` would go by now (settings, values of secrets), as a text that differs when it does. */
  settings(): string;
  open(): Promise<OpenDatasink>;
  /** A data sink was closed, and another one may be opened. */
  onClosed(): void;
  /** Now standing by: another queue may have the place. */
  onStandBy(): void;
  /** A send or `close` has not ended in its time. */
  onStuck(): void;
  onCloseFailed(error: unknown): void;
}

/** What follows once no data sink is open. */
type Goal = 'deliver' | 'stand by' | 'end';

type State<Work> =
  | { readonly name: 'closed' }
  | { readonly name: 'opening' }
  | { readonly name: 'open'; readonly session: Session<Work> }
  | { readonly name: 'draining'; readonly session: Session<Work> }
  | { readonly name: 'closing' };

/**
 * The link of a delivery queue to its data sink. There is one session at most, and `open` is called in no other state than
 * *closed* with the goal *deliver*, so two sessions never write to one place:
 *
 *     closed ──connect──▶ opening ──open resolved──▶ open
 *       ▲ ▲                │   │                      │
 *       │ └──open failed───┘   │ goal or settings are │ goal or settings are other ones,
 *       │                      │ other ones by then   │ or the session failed
 *       │                      ▼                      ▼
 *     closing ◀──no send left──────────── draining ◀──┘
 *
 * The goal says what *closed* means: the next session may open (*deliver*), another queue may have the place (*stand by*), or
 * nothing will be opened any more (*end*, which is never left). In *draining* nothing more is sent, and sends under way may end
 * for `closing.sendsMs` before their signal is aborted. A send or `close` that has not ended `closing.abortedMs` later is
 * reported by `onStuck`; the state stays as it is until it ends.
 */
export class DatasinkLink<Work> {
  readonly #o: DatasinkLinkOptions;
  readonly #released = Promise.withResolvers<void>();
  #state: State<Work> = { name: 'closed' };
  #goal: Goal;
  /** What the last opening went by. */
  #settings = '';
  /** A data sink was open at some time. */
  wasOpen = false;
  #cancelBound: () => void = () => undefined;

  constructor(options: DatasinkLinkOptions) {
    this.#o = options;
    this.#goal = options.standsBy ? 'stand by' : 'deliver';
  }

  /** Where something can be sent. */
  get session(): Session<Work> | undefined {
    return this.#state.name === 'open' ? this.#state.session : undefined;
  }

  /** It was opened, and `close` was not called. */
  get openSink(): OpenDatasink | undefined {
    return 'session' in this.#state ? this.#state.session.sink : undefined;
  }

  /** A send is under way. */
  get sending(): boolean {
    return 'session' in this.#state && this.#state.session.sends.size > 0;
  }

  /** `connect` has not resolved. */
  get connecting(): boolean {
    return this.#state.name === 'opening';
  }

  /** `connect` may be called. */
  get mayConnect(): boolean {
    return this.#state.name === 'closed' && this.#goal === 'deliver';
  }

  get standsBy(): boolean {
    return this.#state.name === 'closed' && this.#goal === 'stand by';
  }

  /** `end` was called. */
  get ending(): boolean {
    return this.#goal === 'end';
  }

  /** `end` was called, and no call of a data sink is under way or will follow. */
  get ended(): boolean {
    return this.#state.name === 'closed' && this.ending;
  }

  /** Resolves when `ended` becomes true. */
  get released(): Promise<void> {
    return this.#released.promise;
  }

  /** Rejects when the data sink could not be opened. */
  async connect(): Promise<void> {
    this.#state = { name: 'opening' };
    try {
      const settings = (this.#settings = this.#o.settings());
      const session: Session<Work> = { sink: await this.#o.open(), sends: new Set(), abort: new AbortController(), settings };
      this.#state = { name: 'open', session };
      this.wasOpen = true;
      if (this.#outdated || this.#goal !== 'deliver') this.#drain(session);
    } catch (error) {
      this.#closed();
      throw error;
    }
  }

  /** Whether the settings are other ones than those of the last opening. A session that goes by the old ones ends. */
  refresh(): boolean {
    if (!this.#outdated) return false;
    if (this.#state.name === 'open') this.#drain(this.#state.session);
    return true;
  }

  get #outdated(): boolean {
    return this.#settings !== this.#o.settings();
  }

  /** Lets go of the place for another queue; `onStandBy` is called when it has. */
  standBy(): void {
    if (this.#goal === 'deliver') this.#aim('stand by');
  }

  /** No other queue has the place. Whether this one stood by. */
  takeOver(): boolean {
    const stoodBy = this.standsBy;
    if (this.#goal === 'stand by') this.#goal = 'deliver';
    return stoodBy;
  }

  /** Sends under way are bounded by the caller, with `abort`. */
  end(): void {
    if (this.#goal !== 'end') this.#aim('end');
  }

  #aim(goal: Goal): void {
    this.#goal = goal;
    if (this.#state.name === 'closed') this.#arrived();
    else if (this.#state.name === 'open') this.#drain(this.#state.session);
  }

  /** Nothing more is sent by the session. `abort`: nor does anything wait for what is under way. */
  fail(session: Session<Work>, abort?: Error): void {
    if (this.#state.name === 'open') this.#drain(session);
    if (abort) session.abort.abort(abort);
  }

  /** The sends that are under way end now. */
  abort(reason: unknown): void {
    if (this.#state.name === 'draining') this.#state.session.abort.abort(reason);
  }

  /** A send is over, and what followed from it is done. */
  sent(session: Session<Work>, work: Work): void {
    session.sends.delete(work);
    if (session.sends.size === 0 && this.#state.name === 'draining') void this.#close(session);
  }

  #drain(session: Session<Work>): void {
    this.#state = { name: 'draining', session };
    if (session.sends.size === 0) return void this.#close(session);
    if (this.#goal === 'end') return;
    this.#cancelBound = this.#o.clock.after(this.#o.closing.sendsMs, () => {
      session.abort.abort(new Error('the data sink is being closed'));
      this.#waitAborted();
    });
  }

  async #close({ sink }: Session<Work>): Promise<void> {
    this.#state = { name: 'closing' };
    this.#cancelBound();
    this.#waitAborted();
    try {
      await sink.close();
    } catch (error) {
      this.#o.onCloseFailed(error);
    }
    this.#closed();
    this.#o.onClosed();
  }

  #closed(): void {
    this.#cancelBound();
    this.#state = { name: 'closed' };
    this.#arrived();
  }

  #arrived(): void {
    if (this.#goal === 'stand by') this.#o.onStandBy();
    if (this.#goal === 'end') this.#released.resolve();
  }

  #waitAborted(): void {
    this.#cancelBound = this.#o.clock.after(this.#o.closing.abortedMs, () => this.#o.onStuck());
  }
}
