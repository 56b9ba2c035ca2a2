import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, type Log } from '@acequia/base';
import { expect, onTestFinished, test } from 'vitest';
import { LastKnown } from './last-known.ts';

test.each(['{"type":"deploy', '{"type":"deployment","deployment":{}}'])(
  'a kept deployment that cannot be read is told and lies beside, instead of ending the worker or being written over: %s',
  (content) => {
    const directory = mkdtempSync(join(tmpdir(), 'acequia-last-known-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const told: unknown[] = [];
    const log: Log = { ...silentLog, error: (fields) => void told.push(fields) };
    writeFileSync(join(directory, 'deployment.json'), content);
    expect(new LastKnown(directory, log).readDeployments()).toEqual([]);
    const beside = join(directory, 'deployment.json.unreadable');
    expect(told).toEqual([{ code: 'WORKER_STATE_UNREADABLE', file: beside }]);
    expect(readdirSync(directory)).toEqual(['deployment.json.unreadable']);
    writeFileSync(join(directory, 'deployment.json'), 'later');
    expect(new LastKnown(directory, silentLog).readDeployments()).toEqual([]);
    expect(readdirSync(directory)).toEqual(['deployment.json.unreadable', 'deployment.json.unreadable-2']);
    expect(readFileSync(beside, 'utf8')).toBe(content);
  },
);
