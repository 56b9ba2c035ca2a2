const channelName = 'acequia:proof';

/** What came back from the identity provider: `done`, or the code it ended with. */
interface Told {
  readonly id: string;
  readonly outcome: string;
}

/** A small window in which somebody proves again who they are. The page that opened it stays as it is, with all that was typed. */
export interface ProofWindow {
  /** Path of this site for the provider to lead back to. */
  readonly target: string;
  readonly go: (path: string) => void;
  readonly close: () => void;
  /** Nothing is told any more. */
  readonly forget: () => void;
}

/**
 * Opens the window; at once in the handler of a click, or the browser refuses. Undefined when it did. `onOutcome` is called when the way
 * back ends: by a channel, because a window that was on another site no longer knows who opened it.
 */
export function openProofWindow(onOutcome: (outcome: string) => void): ProofWindow | undefined {
  const opened = window.open('', '', 'popup,width=520,height=720');
  if (!opened) return undefined;
  const id = crypto.randomUUID();
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.id !== id) return;
    channel.close();
    onOutcome(data.outcome);
  };
  return {
    target: `/proof?${new URLSearchParams({ window: id }).toString()}`,
    go: (path) => opened.location.replace(path),
    close: () => opened.close(),
    forget: () => channel.close(),
  };
}

/** In the small window, when it is back on this site. */
export function tellProof(id: string, outcome: string): void {
  const channel = new BroadcastChannel(channelName);
  const told: Told = { id, outcome };
  channel.postMessage(told);
  channel.close();
}
