import { configObject, integerField, textField } from '@acequia/component-sdk/definition';
import { listenerDefinitions } from '@acequia/components/definitions';
import { expect, it } from 'vitest';
import { describeFields, inSections } from './describe-fields.ts';

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
