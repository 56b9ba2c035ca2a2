import { secondMs } from '@acequia/base';
import type { LookupVersion } from '@acequia/contract';
import { eventually } from './acequia.ts';
import type { Api } from './api.ts';

/** Sends a file as a new version of a lookup in these parts; resolves once it is active, throws when it is not. */
export async function uploadTable(api: Pick<Api, 'call'>, lookup: string, parts: readonly string[]): Promise<LookupVersion> {
  const versions = `/lookups/${lookup}/versions`;
  const { number } = await api.call<LookupVersion>('POST', versions, {});
  for (const [part, text] of parts.entries())
    await api.call('PUT', `${versions}/${number}/parts/${part}`, { content: Buffer.from(text).toString('base64') });
  await api.call('POST', `${versions}/${number}/finish`, {});
  const version = await checkedVersion(api, lookup, number, 60 * secondMs);
  if (version.status !== 'active') throw new Error(`version ${number} is ${version.status}: ${JSON.stringify(version.fault)}`);
  return version;
}

/** A version once its file is read. */
export const checkedVersion = (api: Pick<Api, 'call'>, lookup: string, number: number, withinMs: number): Promise<LookupVersion> =>
  eventually(
    'the end of the check',
    async () => {
      const version = await api.call<LookupVersion>('GET', `/lookups/${lookup}/versions/${number}`);
      return version.status === 'processing' ? undefined : version;
    },
    withinMs,
  );
