/** Over HTTP/1.1 a browser opens six connections to a server for all its windows together; one stays free for calls. */
export const streamSlots = 5;

/**
 * Waits for one of the places a browser has for streams and holds it while `run` lasts; places become free in the order they
 * were asked for. Without `locks` (a page over plain HTTP from another machine) it runs at once. Rejects only as `run` does;
 * an aborted signal ends the wait.
 */
export async function inStreamSlot(
  locks: Pick<LockManager, 'request'> | undefined,
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  if (!locks) return run();
  const race = new AbortController();
  const giveUp = () => race.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  let taken = false;
  let failed: { readonly error: unknown } | undefined;
  const tries = Array.from({ length: streamSlots }, (_, slot) =>
    locks
      .request(`acequia:stream-slot:${slot}`, { signal: race.signal }, async () => {
        if (taken || signal.aborted) return;
        taken = true;
        race.abort();
        await run().catch((error: unknown) => (failed = { error }));
      })
      .catch(() => undefined),
  );
  await Promise.all(tries);
  signal.removeEventListener('abort', giveUp);
  if (failed) throw failed.error;
}
