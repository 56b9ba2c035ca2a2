import { booleanField, configObject, integerField, outputNameField, textField } from '@acequia/component-sdk/definition';
import { listenerDefinitions } from '@acequia/components/definitions';
import { expect, it } from 'vitest';
import { describeFields, freshValue, inSections } from './describe-fields.ts';

it('puts fields without a group before every titled group, whatever their order in the schema', () => {
  const schema = configObject({
    rate: integerField({ default: 1, group: 'intake' }),
    name: textField({}),
    depth: integerField({ default: 2, group: 'world', advanced: true }),
    other: textField({ optional: true }),
  });
  const sections = inSections(describeFields(schema, {}, {}));
  expect(sections.map((section) => section.group)).toEqual([undefined, 'intake', 'world']);
  expect(sections[0]!.plain.map((field) => field.name)).toEqual(['name', 'other']);
  expect(sections[2]!.advanced.map((field) => field.name)).toEqual(['depth']);
});

it('makes no section of nothing', () => {
  expect(
    inSections(describeFields(configObject({ rate: integerField({ default: 1, group: 'intake' }) }), {}, {})).map(
      (section) => section.group,
    ),
  ).toEqual(['intake']);
});

it('leaves out what a preset hides, and only that', () => {
  const { config, presets } = listenerDefinitions.http;
  const [preset] = presets!;
  const names = describeFields(config, {}, preset!.config, new Set(preset!.hidden)).map((field) => field.name);
  expect(names).toContain('port');
  for (const hidden of preset!.hidden) expect(names).not.toContain(hidden);
});

it('shows no field that nothing reads', () => {
  const schema = configObject({ url: textField({}), tls: booleanField({ default: true, unused: true }) });
  expect(describeFields(schema, {}, {}).map(({ name }) => name)).toEqual(['url']);
});

it('proposes a name that no other entry has, in the language of the form', () => {
  const entry = configObject({
    name: textField({ proposed: { en: 'match', es: 'coincide' } }),
    output: outputNameField({ proposed: { en: 'result', es: 'resultado' } }),
    depth: integerField({ default: 2 }),
  });
  const first = freshValue(entry, [], 'es');
  expect(first).toEqual({ name: 'coincide', output: 'resultado', depth: 2 });
  expect(freshValue(entry, [first, { name: 'coincide 3' }], 'es')).toMatchObject({ name: 'coincide 2', output: 'resultado_2' });
});
