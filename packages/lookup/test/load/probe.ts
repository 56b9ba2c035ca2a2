import { buildTable, matcherOf, openTable, type MatchKind } from '../../src/index.ts';

/** Prints look-ups per second in a table of 10,000 rows, half of them hits. Run with: node packages/lookup/test/load/probe.ts */
const rows = 10_000;
const keysOf: Readonly<Record<MatchKind, (n: number) => string>> = {
  exact: (n) => `10.0.${n >> 8}.${n & 255}`,
  'ignore-case': (n) => `Host-${n}`,
  cidr: (n) => `10.${n >> 8}.${n & 255}.0/24`,
  range: (n) => `${n * 10}-${n * 10 + 5}`,
  prefix: (n) => `key-${n}-`,
  wildcard: (n) => `host-${n}-*.example.com`,
};
const asked: Readonly<Record<MatchKind, (n: number) => string>> = {
  exact: (n) => `10.${n % 2}.${n >> 8}.${n & 255}`,
  'ignore-case': (n) => (n % 2 === 0 ? `HOST-${n}` : `other-${n}`),
  cidr: (n) => `${10 + (n % 2)}.${n >> 8}.${n & 255}.7`,
  range: (n) => String(n * 10 + (n % 2 === 0 ? 3 : 8)),
  prefix: (n) => (n % 2 === 0 ? `key-${n}-tail` : `no-${n}-tail`),
  wildcard: (n) => `host-${n}-a.example.${n % 2 === 0 ? 'com' : 'org'}`,
};

for (const match of Object.keys(keysOf) as MatchKind[]) {
  const text = `key,zone,owner,risk\n${Array.from({ length: rows }, (_, n) => `${keysOf[match](n)},zone-${n % 20},owner-${n},${n % 100}\n`).join('')}`;
  const built = buildTable(Buffer.from(text), { format: 'csv', keyColumn: 'key' });
  if (!built.ok) throw new Error(built.error.code);
  const matcher = matcherOf(openTable(built.value), { match });
  const keys = Array.from({ length: rows }, (_, n) => Buffer.from(asked[match](n)));
  let found = 0;
  const pass = () => {
    for (const key of keys) if (matcher.find(key, 0, key.length) >= 0) found += 1;
  };
  for (let n = 0; n < 5; n += 1) pass();
  found = 0;
  const start = performance.now();
  const passes = 20;
  for (let n = 0; n < passes; n += 1) pass();
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`${JSON.stringify({ match, perSecond: Math.round((passes * rows) / seconds), hits: found / passes })}\n`);
}
