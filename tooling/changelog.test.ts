import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changelogOf } from '../scripts/changelog-of.mjs';

const root = join(import.meta.dirname, '..');
const release = { version: '0.2.0', date: '2026-12-15' };
const before = '# Changelog\n\nWhat users gain.\n\n## [Unreleased]\n\n## [0.1.0] - 2026-11-30\n\n### Added\n\n- The beginning.\n';
const withFiles = (files: Readonly<Record<string, string>>, changelog = before) =>
  changelogOf(
    changelog,
    Object.entries(files).map(([name, text]) => ({ name, text })),
    release,
  ) as string;

test('entries are listed by kind and area above the version before', () => {
  const files = {
    'console-b.md': 'Fixed: the second\nline is kept.\n',
    'api-keys.md': 'Keys have names.\n',
    'console-a.md': '- Changed: one.\n- Fixed: a list\n  no longer jumps.\n',
    'auth-a.md': '**Security:** Links end after use.\n',
    'alerts-a.md': 'An alert no longer repeats.\n',
  };
  expect(withFiles(files)).toBe(
    `# Changelog

What users gain.

## [Unreleased]

## [0.2.0] - 2026-12-15

### Added

- Keys have names.

### Changed

- One.

### Fixed

- An alert no longer repeats.
- A list no longer jumps.
- The second line is kept.

### Security

- Links end after use.

## [0.1.0] - 2026-11-30

### Added

- The beginning.
`,
  );
});

test('what was written by hand under Unreleased goes into the version, before the entries of the same kind', () => {
  const byHand = before.replace('## [Unreleased]\n', '## [Unreleased]\n\nA large one.\n\n### Fixed\n\n- By hand.\n');
  const [, section = ''] = withFiles({ 'a-b.md': 'Fixed: by file.' }, byHand).split('## [0.2.0] - 2026-12-15');
  expect(section.split('## [0.1.0]')[0]).toBe('\n\nA large one.\n\n### Fixed\n\n- By hand.\n- By file.\n\n');
});

test('a version is written once', () => {
  expect(() => withFiles({}, withFiles({ 'a-b.md': 'New.' }))).toThrow('already has 0.2.0');
});

test('every entry there is now reaches the changelog, and nothing of the changelog is lost', () => {
  const names = readdirSync(join(root, 'changelog.d')).filter((name) => name.endsWith('.md'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(root, 'changelog.d', name), 'utf8')]));
  expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.test(name))).toEqual([]);
  const after = withFiles(files, changelog);
  const lost = (lines: readonly string[]) => lines.filter((line) => !after.includes(line));
  expect(lost(changelog.split('\n'))).toEqual([]);
  expect(lost(Object.values(files).map((text) => text.trim().split('\n').at(-1)!.trim().slice(-40)))).toEqual([]);
});
