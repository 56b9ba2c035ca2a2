import type { Sample } from '@acequia/contract';

/** Events kept per direction. */
export const samplesMax = 50;

/** Newest first, each once, at most `samplesMax` in each direction. */
export function addSamples(known: readonly Sample[], fresh: readonly Sample[]): readonly Sample[] {
  const ids = new Set(fresh.map(keyOf));
  const all = [...fresh.toReversed(), ...known.filter((sample) => !ids.has(keyOf(sample)))];
  const count = { in: 0, out: 0 };
  return all.filter((sample) => (count[sample.direction] += 1) <= samplesMax);
}

/** One event may leave by two ports, and comes in and goes out. */
export const keyOf = (sample: Sample): string => `${sample.id} ${sample.direction} ${sample.port}`;

/** What a value's exact JSON text means to a person. */
export function valueLook(field: Sample['fields'][number]): 'null' | 'empty' | 'value' {
  if (field.value === 'null') return 'null';
  return field.value === '""' ? 'empty' : 'value';
}

/** Names that other events here have and this one has not: missing is neither null nor empty. */
export function missingFields(sample: Sample, others: readonly Sample[]): readonly string[] {
  const own = new Set(sample.fields.map((field) => field.name));
  return [...new Set(others.flatMap((other) => other.fields.map((field) => field.name)))].filter(
    (name) => !own.has(name) && !name.startsWith('_'),
  );
}

/** The event as JSON text, with every value as it came: big integers, decimals and order of fields stay. */
export function sampleJson(sample: Sample): string {
  return `{${sample.fields.map((field) => `\n  ${JSON.stringify(field.name)}: ${field.value}`).join(',')}\n}`;
}

/** One line for the list: `_raw` if the event has it, else the first fields. */
export function sampleLine(sample: Sample): string {
  const raw = sample.fields.find((field) => field.name === '_raw');
  if (raw) return plainText(raw.value);
  return sample.fields
    .filter((field) => !field.name.startsWith('_'))
    .slice(0, 6)
    .map((field) => `${field.name}=${field.value}`)
    .join(' ');
}

/** A text as it is; anything else as its JSON. */
function plainText(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}
