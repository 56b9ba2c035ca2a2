/**
 * What asking for a reset link of a known and of an unknown address takes, over HTTP, with mail switched on.
 * Run with `node tests/load/forgot-timing.ts [samples]`; the last line is one JSON object with milliseconds.
 */
import { loadavg } from 'node:os';
import { systemClock } from '@acequia/base';
import { startTestInbox } from '../../apps/server/src/mail/test-inbox.ts';
import { createTestApp } from '../../apps/server/src/test-app.ts';

const samples = Number(process.argv[2] ?? 500);
const inbox = await startTestInbox();
const server = await createTestApp({
  mail: { smtpUrl: inbox.url, from: 'Acequia <a@example.com>', publicUrl: 'https://console.example.com' },
});
const user = await server.user('owner');
const { Email: known } = (await user.call('auth:session', {})).user;
const visitor = server.browser();

async function ask(email: string): Promise<number> {
  await server.app.afterAnswer.settled();
  await server.db.database.gate.execute('delete from login_attempts');
  const begun = systemClock.monotonic();
  await visitor.call('auth:forgotPassword', { email });
  return systemClock.monotonic() - begun;
}

const took: { readonly known: number[]; readonly unknown: number[] } = { known: [], unknown: [] };
for (let n = -20; n < samples; n += 1) {
  const pair = [await ask(known), await ask(`nobody${n}@example.com`)] as const;
  if (n < 0) continue;
  took.known.push(pair[0]);
  took.unknown.push(pair[1]);
}
const at = (values: readonly number[], part: number) =>
  Number(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)]?.toFixed(2));
const told = (values: readonly number[]) => ({ p25: at(values, 0.25), p50: at(values, 0.5), p75: at(values, 0.75), p95: at(values, 0.95) });
await server.stop();
await inbox.close();
process.stdout.write(`${JSON.stringify({ samples, load: loadavg()[0], known: told(took.known), unknown: told(took.unknown) })}\n`);
