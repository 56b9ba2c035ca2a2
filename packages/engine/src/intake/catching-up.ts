import type { Clock } from '@acequia/base';
import type { LaneLag } from '../apply/lane-link.ts';
import { laneStuckMs } from '../limits.ts';

/**
 * How much a lane has to catch up. Reading on would not make it faster: blocks would fall out of memory and be read from the
 * journal again. A lane that makes no progress is not waited for: then the journal takes what comes.
 */
export class CatchingUp {
  readonly #clock: Clock;
  readonly #lag: () => LaneLag | undefined;
  #progress = -1;
  #movedMs = 0;

  constructor(clock: Clock, lag: () => LaneLag | undefined) {
    this.#clock = clock;
    this.#lag = lag;
  }

  /** 0: nothing, or waiting would not help. */
  bytes(): number {
    const lag = this.#lag();
    if (!lag) return 0;
    const now = this.#clock.monotonic();
    if (lag.bytes === 0 || lag.progress !== this.#progress) {
      this.#progress = lag.progress;
      this.#movedMs = now;
    }
    return now - this.#movedMs < laneStuckMs ? lag.bytes : 0;
  }
}
