const key = 'acequia:reloaded-at';
const pauseMs = 60_000;

/**
 * A page's code could not be loaded (WEB-00001): most often a new version was installed meanwhile. Loads the page anew, at
 * most once a minute per build; later failures stay with the error page.
 */
export function reloadOnce(nowMs: number, build: string, storage: Storage, reload: () => void): boolean {
  const last = storage.getItem(key)?.split(' ');
  if (last?.[0] === build && nowMs - Number(last[1]) < pauseMs) return false;
  storage.setItem(key, `${build} ${nowMs}`);
  reload();
  return true;
}

/** The entry script's address names the build. */
export const buildOf = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

export function watchLazyFailures(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce(Date.now(), buildOf(), sessionStorage, () => window.location.reload())) event.preventDefault();
  });
}
