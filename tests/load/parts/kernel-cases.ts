import type { EncodeConfig } from '@acequia/component-sdk/definition';
import type { LookupHandle } from '@acequia/component-sdk/runtime';
import { buildTable } from '@acequia/lookup';
import { conditionalAction } from '../../../packages/components/src/actions/conditional/definition.ts';
import { conditionalRuntime } from '../../../packages/components/src/actions/conditional/runtime.ts';
import { fieldGeneratorAction } from '../../../packages/components/src/actions/field-generator/definition.ts';
import { fieldGeneratorRuntime } from '../../../packages/components/src/actions/field-generator/runtime.ts';
import { fieldTransformationAction } from '../../../packages/components/src/actions/field-transformation/definition.ts';
import { fieldTransformationRuntime } from '../../../packages/components/src/actions/field-transformation/runtime.ts';
import { lookupAction } from '../../../packages/components/src/actions/lookup/definition.ts';
import { lookupRuntime } from '../../../packages/components/src/actions/lookup/runtime.ts';
import { parserAction } from '../../../packages/components/src/actions/parser/definition.ts';
import { parserRuntime } from '../../../packages/components/src/actions/parser/runtime.ts';
import { redactAction } from '../../../packages/components/src/actions/redact/definition.ts';
import { redactRuntime } from '../../../packages/components/src/actions/redact/runtime.ts';
import type { ActionUnderTest } from '../../../packages/components/src/testing/bulk-forms.ts';
import type { DataKind } from '../bench/data/data-kinds.ts';
import { allLookupRows } from '../bench/data/lookup-table.ts';
import { mixedLine, newKeyLine } from './mixed-line.ts';

/** Lines, what is done to them, and how they are written. */
export interface KernelCase {
  readonly data: DataKind;
  /** Of the lines; text unless told. */
  readonly format?: 'text' | 'json';
  /** Instead of the generated data. */
  readonly line?: (index: number) => string;
  readonly actions: readonly ActionUnderTest[];
  readonly encode: Partial<EncodeConfig>;
  readonly lookup?: LookupHandle;
}

const parser = (config: object): ActionUnderTest => ({ definition: parserAction, runtime: parserRuntime as never, config });
const redact = (config: object): ActionUnderTest => ({ definition: redactAction, runtime: redactRuntime as never, config });
const lookup = (config: object): ActionUnderTest => ({ definition: lookupAction, runtime: lookupRuntime as never, config });
const transformation = (...steps: readonly object[]): ActionUnderTest => ({
  definition: fieldTransformationAction,
  runtime: fieldTransformationRuntime as never,
  config: { steps },
});
const conditional = (...asts: readonly object[]): ActionUnderTest => ({
  definition: conditionalAction,
  runtime: conditionalRuntime as never,
  config: { conditions: asts.map((ast, n) => ({ name: `c${n}`, condition: { form: 'visual', ast } })) },
});

const keys = allLookupRows();

function table(): LookupHandle {
  const rows = keys.map(({ ip, zone, owner, risk }) => `${ip},${zone},${owner},${risk}\n`);
  const built = buildTable(Buffer.from(`ip,zone,owner,risk\n${rows.join('')}`), { format: 'csv', keyColumn: 'ip' });
  if (!built.ok) throw new Error(built.error.code);
  return { block: () => built.value };
}

const all = { content: 'all' } as const;
const message = { content: 'field', field: 'message' } as const;
const access = (pattern: string) => parser({ field: 'message', mode: 'pattern', pattern });

const changesOfW3: readonly ActionUnderTest[] = [
  conditional({ field: 'level', op: 'eq', value: 'info' }),
  {
    definition: fieldGeneratorAction,
    runtime: fieldGeneratorRuntime as never,
    config: { fields: [{ name: 'dc', source: 'literal', literal: 'eu-1', type: 'string' }] },
  },
  transformation(
    { field: 'remote_addr', operation: 'rename', output: 'client_ip' },
    { field: 'upstream', operation: 'remove', parameters: { names: ['upstream'] } },
  ),
];

/** W3 to W6 of the bench, and parts of them that have a kernel of their own. */
export const kernelCases: Readonly<Record<string, KernelCase>> = {
  W3: { data: 'json', format: 'json', actions: changesOfW3, encode: all },
  'W3-mixed': { data: 'json', line: mixedLine, format: 'json', actions: changesOfW3, encode: all },
  'W3-new-keys': { data: 'json', line: newKeyLine, format: 'json', actions: changesOfW3, encode: all },
  W4: {
    data: 'access',
    actions: [access('{remote} {} {user} [{time}] "{method} {path} {}" {status:int} {bytes:int} "{}" "{agent}"')],
    encode: {
      content: 'chosen',
      fields: ['remote', 'user', 'time', 'method', 'path', 'status', 'bytes', 'agent'].map((field) => ({ field })) as never,
    },
  },
  'W4-typed': {
    data: 'access',
    actions: [
      access(
        '{remote:ip} {} {user} [{time:timestamp("%d/%b/%Y:%H:%M:%S %z")}] "{method} {path} {}" {status:int} {bytes:int(null="-")} "{}" "{agent}"',
      ),
    ],
    encode: all,
  },
  'W4-choices': {
    data: 'access',
    actions: [
      access(
        '{remote} {} {user} [{time}] "<either({method} {path} HTTP/{version}|{request})>" {status:int} {bytes:int} <optional("{}" "{agent}")>',
      ),
    ],
    encode: all,
  },
  W5: {
    data: 'firewall',
    actions: [
      parser({ field: 'message', mode: 'kv', keepSource: false }),
      lookup({ lookup: 'LK_bench', key: '${srcip}', columns: [{ column: 'zone' }, { column: 'owner' }, { column: 'risk' }] }),
      transformation({ field: 'file_path', operation: 'remove', parameters: { names: ['file_path', 'file_name', 'file_offset'] } }),
      conditional({ field: 'action', op: 'eq', value: 'deny' }, { field: 'zone', op: 'eq', value: 'internal' }),
    ],
    encode: all,
    lookup: table(),
  },
  'W5-pairs': { data: 'firewall', actions: [parser({ field: 'message', mode: 'kv', keepSource: false })], encode: all },
  'W5-lookup': {
    data: 'firewall',
    line: (index) => keys[index % keys.length]!.ip,
    actions: [lookup({ lookup: 'LK_bench', key: '${message}', columns: [{ column: 'zone' }, { column: 'owner' }, { column: 'risk' }] })],
    encode: all,
    lookup: table(),
  },
  W6: { data: 'private', actions: [redact({ fields: ['message'], detectors: ['email', 'card'] })], encode: message },
  'W6-all': { data: 'private', actions: [redact({ fields: [], detectors: ['email', 'card'] })], encode: message },
  'W6-mask': { data: 'private', actions: [redact({ fields: ['message'], detectors: ['email', 'card'], mode: 'mask' })], encode: message },
  upper: { data: 'syslog', actions: [transformation({ field: 'message', operation: 'upper-case' })], encode: message },
  trim: { data: 'syslog', actions: [transformation({ field: 'message', operation: 'trim' })], encode: message },
  'condition-equal-any-case': {
    data: 'access',
    actions: [conditional({ field: 'message', op: 'contains', value: 'firefox', ignoreCase: true })],
    encode: message,
  },
};
