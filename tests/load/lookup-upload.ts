import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MiB, minuteMs } from '@acequia/base';
import { lookupPartBytesMax, type Lookup, type LookupVersion } from '@acequia/contract';
import { startAcequia } from '../e2e/harness/acequia.ts';
import { Api } from '../e2e/harness/api.ts';
import { checkedVersion } from '../e2e/harness/tables.ts';
import { rowsOf, tableHeader, tableSource } from './parts/table-rows.ts';

/**
 * What a large upload costs the server: a file of 512 MiB goes in part by part, three at a time as the console sends them, is checked
 * and comes into force. Run with `node tests/load/lookup-upload.ts [MiB]`; prints one line of JSON.
 */
const fileBytesMax = Number(process.argv[2] ?? 512) * MiB;
const folder = mkdtempSync(join(tmpdir(), 'acequia-upload-load-'));
const atOnce = 3;

/** The file in parts, made as they are asked for; a whole number of rows in all. */
function* partsOfFile(): Generator<Buffer> {
  let rest = Buffer.from(tableHeader);
  let given = 0;
  for (let row = 0; given + rest.length < fileBytesMax; row += 5000) {
    const rows = Buffer.from(rowsOf(row, row + 5000));
    if (given + rest.length + rows.length > fileBytesMax) break;
    rest = Buffer.concat([rest, rows]);
    for (; rest.length >= lookupPartBytesMax; given += lookupPartBytesMax) {
      yield rest.subarray(0, lookupPartBytesMax);
      rest = rest.subarray(lookupPartBytesMax);
    }
  }
  if (rest.length > 0) yield rest;
}

const acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
try {
  const api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  const pid = acequia.childPid('apps/server');
  const memoryMiB = (name: 'VmHWM' | 'VmRSS') =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  const words = { name: 'large', description: '', tags: [], separator: null, ...tableSource };
  const { id } = await api.call<Lookup>('POST', '/lookups', words);
  const { number } = await api.call<LookupVersion>('POST', `/lookups/${id}/versions`, {});
  const before = memoryMiB('VmRSS');
  const begun = performance.now();
  const parts = partsOfFile();
  let next = 0;
  let bytes = 0;
  const send = async (): Promise<void> => {
    for (let piece = parts.next(); !piece.done; piece = parts.next()) {
      const path = `/lookups/${id}/versions/${number}/parts/${next++}`;
      bytes += piece.value.length;
      await api.call('PUT', path, { content: piece.value.toString('base64') });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  const sentS = (performance.now() - begun) / 1000;
  const afterSend = memoryMiB('VmHWM');
  const versions = `/lookups/${id}/versions`;
  await api.call('POST', `${versions}/${number}/finish`, {});
  const answeredS = (performance.now() - begun) / 1000 - sentS;
  const { status, rows } = await checkedVersion(api, id, number, 30 * minuteMs);
  const result = {
    test: 'lookup-upload',
    status,
    rows,
    fileMiB: Math.round(bytes / MiB),
    sentS: Number(sentS.toFixed(1)),
    answeredS: Number(answeredS.toFixed(2)),
    checkedS: Number(((performance.now() - begun) / 1000 - sentS).toFixed(1)),
    serverMiB: { before, peakWhileSent: afterSend, peakWithCheck: memoryMiB('VmHWM') },
    machine: `${cpus().length} × ${cpus()[0]!.model}, load ${loadavg()[0]!.toFixed(1)}`,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  await acequia.stop();
  rmSync(folder, { recursive: true, force: true });
}
