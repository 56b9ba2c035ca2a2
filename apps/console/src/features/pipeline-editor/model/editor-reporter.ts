import type { Clock } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';

/** Where this window has the editor open. */
export interface OpenAt {
  readonly pipelineId: string;
  readonly version: string;
  /** The selected step; null without one. */
  readonly node: string | null;
}

export type EditorCall = OperationInput<'pipelines:reportEditor'>;

export interface EditorReporter {
  /** Undefined: the editor is closed. */
  show(place: OpenAt | undefined): void;
  /** The window came into view, or is behind others. */
  seen(visible: boolean): void;
  /** The page goes: the last report, at once. `seen` begins again when it comes back. */
  leave(): void;
}

export interface EditorReporterOptions {
  /** Of this window, as long as it lasts. */
  readonly window: string;
  /** Resolves when the server has taken it. `last`: it must outlive the page. */
  readonly send: (call: EditorCall, last: boolean) => Promise<unknown>;
  readonly after: Clock['after'];
}

/** What is chosen within this time, as when somebody walks through the steps, is one report. */
const gatherMs = 300;
/** The server forgets a window that has not reported for 25 s. */
const repeatMs = 10_000;
/** Somebody whose window has been out of view for so long is somewhere else. */
const awayMs = 120_000;

/** Reports where the editor is open: what changes once it rests, and every 10 s that it still is. One report at a time, the newest place. */
export function createEditorReporter({ window, send, after }: EditorReporterOptions): EditorReporter {
  let wanted: OpenAt | undefined;
  let sent: OpenAt | undefined;
  let sequence = 0;
  let sending = false;
  let away = false;
  let cancel = () => undefined as void;
  let cancelAway = () => undefined as void;

  const later = (ms: number) => {
    cancel();
    cancel = after(ms, () => report(false));
  };
  const report = (last: boolean) => {
    const place = away || last ? undefined : wanted;
    const of = place ?? sent;
    if (!of || (sending && !last)) return;
    sent = place;
    sending = true;
    sequence += 1;
    const call = { id: of.pipelineId, window, sequence, place: place ? { version: place.version, node: place.node } : null };
    const done = () => {
      sending = false;
      if (away || wanted === undefined) {
        if (sent) later(0);
      } else later(same(wanted, sent) ? repeatMs : 0);
    };
    // One that failed is made up for by the next.
    send(call, last).then(done, done);
  };

  return {
    show: (place) => {
      if (same(place, wanted)) return;
      wanted = place;
      later(gatherMs);
    },
    seen: (visible) => {
      cancelAway();
      if (!visible) {
        cancelAway = after(awayMs, () => {
          away = true;
          later(0);
        });
        return;
      }
      away = false;
      later(0);
    },
    leave: () => {
      away = true;
      cancel();
      cancelAway();
      report(true);
    },
  };
}

const same = (a: OpenAt | undefined, b: OpenAt | undefined): boolean =>
  a?.pipelineId === b?.pipelineId && a?.version === b?.version && a?.node === b?.node;
