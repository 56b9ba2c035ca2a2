// npm run changelog -- --version 0.2.0 --date 2026-12-15: writes the files of changelog.d into CHANGELOG.md under that version, and deletes them.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changelogOf } from './changelog-of.mjs';
import { fail, root } from './runtime.mjs';

const { version, date } = parseArgs({ options: { version: { type: 'string' }, date: { type: 'string' } } }).values;
if (!/^\d+\.\d+\.\d+$/.test(version ?? '') || !/^\d{4}-\d{2}-\d{2}$/.test(date ?? ''))
  fail('Usage: npm run changelog -- --version <x.y.z> --date <yyyy-mm-dd>');

const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const present = JSON.parse(read('package.json')).version;
if (version !== present) fail(`package.json says ${present}. Change it to ${version} first.`);

const names = readdirSync(join(root, 'changelog.d')).filter((name) => name.endsWith('.md'));
const files = names.map((name) => ({ name, text: read('changelog.d', name) }));
writeFileSync(join(root, 'CHANGELOG.md'), changelogOf(read('CHANGELOG.md'), files, { version, date }));
for (const name of names) rmSync(join(root, 'changelog.d', name));
console.log(`${files.length} files are now under ${version} in CHANGELOG.md. Read the section once, and commit it.`);
