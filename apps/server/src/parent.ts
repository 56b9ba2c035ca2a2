/** What the server tells the process that started it (`acequia start`). Holds one-time codes: never logged. */
export type StartMessage =
  | {
      readonly type: 'ready';
      /** For people. */
      readonly url: string;
      /** For the worker on this machine. */
      readonly workerUrl: string;
      /** Set until an owner exists. */
      readonly setupCode?: string;
      readonly enrolToken: string;
      /** Of a self-signed certificate. */
      readonly fingerprint?: string;
    }
  | { readonly type: 'token'; readonly enrolToken: string };

/** Does nothing when nobody listens (a server started by itself prints to its log only). */
export function tellParent(message: StartMessage): void {
  process.send?.(message);
}
