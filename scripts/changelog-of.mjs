const kinds = ['Added', 'Changed', 'Fixed', 'Security'];

/** `Fixed: …`, `**Security:** …` and the like at the beginning say where an entry goes; without one, what “no longer” happens is fixed, and the rest is added. */
const marker = new RegExp(`^\\**(${kinds.join('|')}):\\**\\s*`);

/** The entries of one file: its bullets, or all of its text. */
const entriesOf = (text) =>
  text
    .trim()
    .split(/^- /m)
    .map((entry) => entry.trim().replace(/\s*\n\s*/g, ' '))
    .filter((entry) => entry !== '');

function sorted(entry) {
  const [, named] = marker.exec(entry) ?? [];
  const text = entry.replace(marker, '');
  return { kind: named ?? (/\bno longer\b/i.test(entry) ? 'Fixed' : 'Added'), text: text[0].toUpperCase() + text.slice(1) };
}

/**
 * The changelog with a new version: what stands under Unreleased, and behind it the entries of the files, by kind and, as the files are
 * named by area, by area. `files` are name and text.
 */
export function changelogOf(changelog, files, { version, date }) {
  const [head, rest] = changelog.split('## [Unreleased]\n');
  if (rest === undefined) throw new Error('CHANGELOG.md has no "## [Unreleased]".');
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md already has ${version}.`);
  const next = rest.search(/^## /m);
  const [unreleased, earlier] = next < 0 ? [rest, ''] : [rest.slice(0, next), rest.slice(next)];
  const [intro, ...sections] = unreleased.split(/^### /m);
  const written = new Map(
    sections.map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
  );
  const entries = files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ text }) => entriesOf(text))
    .map(sorted);
  const parts = [...new Set([...kinds, ...written.keys()])].map((kind) => {
    const lines = [written.get(kind) ?? '', ...entries.filter((entry) => entry.kind === kind).map(({ text }) => `- ${text}`)];
    const body = lines.filter((line) => line !== '').join('\n');
    return body === '' ? '' : `### ${kind}\n\n${body}`;
  });
  const whole = [`## [${version}] - ${date}`, intro.trim(), ...parts].filter((part) => part !== '').join('\n\n');
  return `${[`${head}## [Unreleased]`, whole, earlier.trim()].filter((part) => part !== '').join('\n\n')}\n`;
}
