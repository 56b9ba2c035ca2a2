import type { LookupVersion } from '@acequia/contract';
import { vi } from 'vitest';
import type { Browser } from './test-app.ts';

/** Sends a file as a new version in these parts; resolves once it is checked. */
export async function uploadTable(user: Browser, id: string, parts: readonly (string | Buffer)[]): Promise<LookupVersion> {
  const { number } = await user.call('lookups:createVersion', { id });
  for (const [part, content] of parts.entries())
    await user.call('lookups:putPart', { id, number, part, content: Buffer.from(content).toString('base64') });
  await user.call('lookups:finishVersion', { id, number });
  return checkedVersion(user, id, number);
}

/** A version once its file is read. */
export const checkedVersion = (user: Browser, id: string, number: number): Promise<LookupVersion> =>
  vi.waitFor(
    async () => {
      const version = await user.call('lookups:findVersion', { id, number });
      if (version.status === 'processing') throw new Error('it is still being read');
      return version;
    },
    { timeout: 60_000, interval: 20 },
  );
