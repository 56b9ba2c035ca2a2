import { minuteMs, type Clock } from '@acequia/base';
import { TraceRoom, type TraceNeeds } from './trace-room.ts';
import type { TraceCase } from './trace-protocol.ts';
import type { TraceResult } from './trace.ts';

export interface TraceRoomsOptions {
  /** Address of a module that exports `components: Components`. */
  readonly componentsModule: string;
  readonly clock: Clock;
}

const roomsMax = 2;
const waitingMax = 32;
/** A thread nobody asked for so long ends. */
const idleMs = 5 * minuteMs;

interface Waiting {
  readonly tenantId: string;
  enter(room: TraceRoom): Promise<void>;
  /** There is no room: no space for its files, or no process can be started. */
  giveUp(error: unknown): void;
}

/** Threads for traces: two at a time and one of a tenant, so that no tenant's patterns hold up another's preview. */
export class TraceRooms {
  readonly #o: TraceRoomsOptions;
  readonly #busy = new Map<string, TraceRoom>();
  #waiting: Waiting[] = [];
  #idle: TraceRoom | undefined;
  #cancelIdle: () => void = () => undefined;

  constructor(options: TraceRoomsOptions) {
    this.#o = options;
  }

  /** Undefined: too many wait already. Rejects when it could not be run at all. */
  run(trace: TraceCase, needs: TraceNeeds): Promise<TraceResult> | undefined {
    if (this.#waiting.length >= waitingMax) return undefined;
    const { tenantId } = trace.facts;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tenantId, enter: (room) => room.run(trace, needs).then(resolve, reject), giveUp: reject });
      this.#pump();
    });
  }

  close(): void {
    this.#cancelIdle();
    for (const room of [...this.#busy.values(), ...(this.#idle ? [this.#idle] : [])]) room.close();
    this.#waiting = [];
  }

  #pump(): void {
    if (this.#busy.size >= roomsMax) return;
    const at = this.#waiting.findIndex(({ tenantId }) => !this.#busy.has(tenantId));
    if (at < 0) return;
    const [next] = this.#waiting.splice(at, 1);
    const { tenantId, enter, giveUp } = next!;
    let room: TraceRoom;
    try {
      room = this.#takeRoom();
    } catch (error) {
      giveUp(error);
      this.#pump();
      return;
    }
    this.#busy.set(tenantId, room);
    void enter(room).finally(() => {
      this.#busy.delete(tenantId);
      this.#leave(room);
      this.#pump();
    });
    this.#pump();
  }

  #takeRoom(): TraceRoom {
    this.#cancelIdle();
    const idle = this.#idle;
    this.#idle = undefined;
    return idle && !idle.ended ? idle : new TraceRoom(this.#o.componentsModule, this.#o.clock);
  }

  #leave(room: TraceRoom): void {
    if (room.ended) return;
    if (this.#idle && !this.#idle.ended) {
      room.close();
      return;
    }
    this.#idle = room;
    this.#cancelIdle = this.#o.clock.after(idleMs, () => {
      room.close();
      this.#idle = undefined;
    });
  }
}
