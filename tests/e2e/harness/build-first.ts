import { buildWhenStale } from '../../../scripts/build-when-stale.mjs';

/** Before the first file: installations that start side by side must not build the same thing. */
export async function setup(): Promise<void> {
  await buildWhenStale();
}
