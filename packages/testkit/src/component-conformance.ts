import * as z from 'zod';
import {
  defaultOf,
  groupTitles,
  hintOf,
  parseConfig,
  unwrap,
  visitFields,
  type ConfigSchema,
  type DatasinkDefinition,
  type DatasinkPreset,
  type Definition,
  type FieldHint,
  type ListenerDefinition,
  type ListenerPreset,
} from '@acequia/component-sdk/definition';
import type { ListenerContext, ListenerRuntime, OpenDatasink } from '@acequia/component-sdk/runtime';
import { languages, type AnyFieldText, type Localised } from '@acequia/component-sdk/text';
import type { FakeIntake } from './fake-intake.ts';

/** Everything a definition promises whatever component it is; empty = conforms. */
export function definitionFaults(definition: Definition): string[] {
  const faults: string[] = [];
  const say = (fault: string) => faults.push(`${definition.kind} ${definition.id}: ${fault}`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(definition.id)) say('id is not kebab-case');
  if (!/^\d+\.\d+\.\d+$/.test(definition.version)) say('version is not semver');
  textFault(definition.text.title, 'title', say);
  textFault(definition.text.summary, 'summary', say);
  const texts = definition.text.fields as Readonly<Record<string, AnyFieldText>>;
  for (const schema of schemasOf(definition)) {
    checkTexts(schema, texts, '', say);
    checkSecrets(schema, say);
    checkGroups(schema, { ...groupTitles, ...definition.text.groups }, say);
    try {
      z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    } catch (error) {
      say(`no JSON Schema: ${String(error)}`);
    }
  }
  const { examples } = definition;
  if (examples.length < 2 || examples.length > 4) say(`${examples.length} examples, two to four are wanted`);
  for (const [index, example] of examples.entries()) {
    textFault(example.name, `examples.${index}.name`, say);
    const parts = 'config' in example ? [example.config] : [example.creation, example.node];
    const read = schemasOf(definition).map((schema, part) => parseConfig(schema, parts[part]));
    for (const each of read) if (!each.ok) say(`example ${index} is refused: ${JSON.stringify(each.error)}`);
    const configs = read.flatMap((each) => (each.ok ? [each.value as Record<string, unknown>] : []));
    if (configs.length === read.length) checkCard(definition, configs, index, say);
  }
  if (definition.kind !== 'action') for (const preset of definition.presets ?? []) checkPreset(definition, preset, say);
  return faults;
}

/** A preset leaves open only what its short form asks for, and hides only what has a value. */
function checkPreset(
  definition: ListenerDefinition | DatasinkDefinition,
  preset: ListenerPreset | DatasinkPreset,
  say: (fault: string) => void,
): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(preset.id)) say(`preset ${preset.id}: id is not kebab-case`);
  textFault(preset.name, `preset ${preset.id} name`, say);
  textFault(preset.summary, `preset ${preset.id} summary`, say);
  const parts = 'config' in preset ? [preset.config] : [preset.creation, preset.node];
  const hidden = new Set(preset.hidden);
  for (const [part, schema] of schemasOf(definition).entries()) {
    const read = parseConfig(schema, parts[part]);
    for (const { path, code } of read.ok ? [] : read.error) {
      if (code !== 'CONFIG_REQUIRED') say(`preset ${preset.id} is refused: ${path} ${code}`);
      else if (hidden.has(path)) say(`preset ${preset.id} hides ${path}, which nobody has filled in`);
    }
    for (const [name, member] of Object.entries(schema.shape)) {
      if (!hidden.has(name)) continue;
      const given = Object.hasOwn(parts[part]!, name);
      if (!given && hintOf(member)?.required && defaultOf(member) === undefined && !hintOf(member)?.when)
        say(`preset ${preset.id} hides ${name}, which has no value`);
    }
  }
  const known = new Set(schemasOf(definition).flatMap((schema) => Object.keys(schema.shape)));
  for (const name of hidden) if (!known.has(name)) say(`preset ${preset.id} hides ${name}, which does not exist`);
}

function schemasOf(definition: Definition): readonly ConfigSchema[] {
  return definition.kind === 'datasink' ? [definition.creation, definition.node] : [definition.config];
}

function checkCard(definition: Definition, parts: Record<string, unknown>[], index: number, say: (fault: string) => void): void {
  for (const language of languages) {
    const lines =
      definition.kind === 'datasink' ? definition.overview(parts[0]!, parts[1], language) : definition.overview(parts[0]!, language);
    if (lines.length < 1 || lines.length > 2 || lines.some((line) => line.trim() === '' || line.includes('undefined')))
      say(`overview of example ${index} in ${language}: ${JSON.stringify(lines)}`);
  }
  if (definition.kind === 'action') {
    const ports = definition.ports(parts[0]!).map((port) => port.id);
    if (!ports.includes('error') || new Set(ports).size !== ports.length) say(`ports of example ${index}: ${ports.join(', ')}`);
    const outputs = Object.keys(definition.outputs(parts[0]!, { fields: new Map(), open: true }));
    if (outputs.some((port) => !ports.includes(port))) say(`outputs of example ${index} name a port that does not exist`);
  }
  if (definition.kind === 'listener') {
    for (const { tool, command } of definition.sendCommands(parts[0]!, '192.0.2.1')) {
      if (tool === '' || command.includes('undefined') || command.includes('SE_')) say(`send command of example ${index}: ${command}`);
    }
    if (definition.delivery === 'push' && definition.binds(parts[0]!).length === 0) say(`example ${index} binds no port`);
  }
}

function textFault(text: Localised | undefined, where: string, say: (fault: string) => void): void {
  for (const language of languages) if (!text?.[language] || text[language].trim() === '') say(`no ${language} text: ${where}`);
}

function checkTexts(
  schema: z.core.$ZodType,
  texts: Readonly<Record<string, AnyFieldText>>,
  path: string,
  say: (fault: string) => void,
): void {
  const shape = shapeOf(schema);
  for (const [name, member] of Object.entries(shape ?? {})) {
    const here = path === '' ? name : `${path}.${name}`;
    const text = texts[name];
    textFault(text?.label, here, say);
    if (text?.help) textFault(text.help, `${here} help`, say);
    if (!hintOf(member)) say(`no form hint: ${here}`);
    for (const option of optionsOf(member)) textFault(text?.options?.[option], `${here} option ${option}`, say);
    const inner = unwrap(member);
    const item = inner instanceof z.ZodArray ? inner.element : inner;
    const widget: FieldHint['widget'] | undefined = hintOf(member)?.widget;
    if (shapeOf(item) && (widget === 'list' || widget === 'object')) checkTexts(item, text?.fields ?? {}, here, say);
  }
}

function shapeOf(schema: z.core.$ZodType): z.core.$ZodLooseShape | undefined {
  const inner = unwrap(schema);
  return inner instanceof z.ZodObject ? (inner.shape as z.core.$ZodLooseShape) : undefined;
}

function optionsOf(schema: z.core.$ZodType): readonly string[] {
  const inner = unwrap(schema);
  const single = inner instanceof z.ZodArray ? unwrap(inner.element) : inner;
  return single instanceof z.ZodEnum ? single.options.map(String) : [];
}

const secretName = /(password|secret|token|privatekey|clientkey|passphrase|apikey)$/i;

function checkSecrets(schema: z.core.$ZodType, say: (fault: string) => void): void {
  visitFields(schema, (path, member, hint) => {
    const inner = unwrap(member);
    if (!secretName.test(path.at(-1)!) || !(inner instanceof z.ZodString)) return;
    if (hint?.widget === 'text' || hint?.widget === 'textarea' || hint === undefined)
      say(`looks like a secret and is not declared as one: ${path.join('.')}`);
  });
}

function checkGroups(schema: z.core.$ZodType, titles: Readonly<Record<string, Localised>>, say: (fault: string) => void): void {
  visitFields(schema, (path, _, hint) => {
    if (hint?.group !== undefined) textFault(titles[hint.group], `group ${hint.group} of ${path.join('.')}`, say);
  });
}

/** Start, stop, stop twice, abort, no stream or handle left open. `contextOf` gives a fresh context; its intake is looked at. */
export async function listenerFaults<C>(
  runtime: ListenerRuntime<C>,
  config: C,
  contextOf: () => { readonly ctx: ListenerContext; readonly intake: FakeIntake; readonly abort: AbortController },
): Promise<string[]> {
  const faults: string[] = [];
  const handles = () => process.getActiveResourcesInfo().filter((kind) => kind.includes('Server') || kind.includes('UDP')).length;
  const before = handles();
  const stopped = contextOf();
  const running = await runtime.start(config, stopped.ctx);
  await Promise.all([running.stop(), running.stop()]);
  await running.stop();
  if (stopped.intake.opened !== stopped.intake.closed) faults.push('streams are left open after stop');

  const aborted = contextOf();
  const second = await runtime.start(config, aborted.ctx);
  aborted.abort.abort(new Error('stop at once'));
  await second.stop();
  if (aborted.intake.opened !== aborted.intake.closed) faults.push('streams are left open after abort');

  const late = contextOf();
  late.abort.abort(new Error('stop before start'));
  await runtime.start(config, late.ctx).then(
    (third) => third.stop(),
    () => undefined,
  );
  if (late.intake.opened !== late.intake.closed) faults.push('streams are left open when aborted before start');
  await new Promise((resolve) => setImmediate(resolve));
  if (handles() > before) faults.push('a handle is left open');
  return faults;
}

/** Close, close twice, on an open datasink. */
export async function datasinkFaults(open: () => Promise<OpenDatasink>): Promise<string[]> {
  const faults: string[] = [];
  const datasink = await open();
  await datasink.close();
  await datasink.close().catch((error: unknown) => faults.push(`closing twice fails: ${String(error)}`));
  return faults;
}
