// Builds what has changed since its last build: console, programs and kernels.
import { buildConsoleWhenStale } from './build-console.mjs';
import { buildKernelsWhenStale } from './build-kernels.mjs';
import { programsOfToday } from './build-programs.mjs';

/** The folder of today's programs. Ends this process with the reason when something cannot be built. */
export async function buildWhenStale() {
  const [programs] = await Promise.all([programsOfToday(), buildConsoleWhenStale()]);
  await buildKernelsWhenStale();
  return programs;
}
