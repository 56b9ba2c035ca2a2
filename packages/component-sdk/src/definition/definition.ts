import type { FieldSet } from '@acequia/event';
import type * as z from 'zod';
import type { ComponentText, Language } from '../text/text.ts';
import type { PointedValue, Suggestion } from './suggestion.ts';

export type ConfigSchema = z.ZodObject;

/** A way out (or in) of a node. */
export interface Port {
  /** `default`, `error`, a name fixed by the component, or one given by the user (conditional). */
  readonly id: string;
  /** `choosing`: unconnected = filtered, without a warning; `copy`: makes no events while unconnected; `plain`: unconnected = dropped with a warning (catalogue 2.1, 2.2). */
  readonly kind: 'plain' | 'choosing' | 'copy' | 'error';
  /** An event that leaves here may leave by other shared ports as well; absent: by this one alone. */
  readonly shared?: boolean;
}

/** A configuration as a user would write it: defaults may be left out. */
export interface Example<C> {
  /** Shown in docs and the chooser. */
  readonly name: Readonly<Record<Language, string>>;
  readonly config: C;
}

interface PresetCommon {
  /** kebab-case, unique among the presets and components of its kind; its icon is `icon-<id>.svg` in the component's folder. */
  readonly id: string;
  readonly name: Readonly<Record<Language, string>>;
  /** One sentence for the chooser. */
  readonly summary: Readonly<Record<Language, string>>;
  /** Fields its short form leaves out: they keep the value given here, or their default. */
  readonly hidden: readonly string[];
}

/**
 * A named beginning of a component's configuration that stands in the chooser under its own name (catalogue 0.1). It has
 * no runtime: what is saved is a configuration of the component. What is missing here is asked for in its form.
 */
export interface ListenerPreset<C = Readonly<Record<string, unknown>>> extends PresetCommon {
  readonly config: Partial<C>;
}

/** As `ListenerPreset`; `node` is what a new node of a pipeline begins with. */
export interface DatasinkPreset<C = Readonly<Record<string, unknown>>, N = Readonly<Record<string, unknown>>> extends PresetCommon {
  readonly creation: Partial<C>;
  readonly node: Partial<N>;
}

/** Where a new step of a pipeline is set. */
export interface StepPlace {
  /** The component of the pipeline's listener. */
  readonly listener: string | undefined;
  /** Fields that arrive there, as far as they are known. */
  readonly fields: FieldSet | undefined;
}

type Config = Readonly<Record<string, unknown>>;
/** Sets what hangs on a field that a person has just changed in a form. `next` is the configuration as typed, `before` that before the change. */
export type Follow = (next: Config, before: Config) => Config;

interface DefinitionCommon {
  readonly id: string;
  /** semver; first release 1.0.0 */
  readonly version: string;
}

/** A data input. Its configuration is an instance of the tenant (`LI_…`). Browser-safe. */
export interface ListenerDefinition<C extends ConfigSchema = ConfigSchema> extends DefinitionCommon {
  readonly kind: 'listener';
  readonly delivery: 'push' | 'pull' | 'generator';
  readonly config: C;
  readonly text: ComponentText<z.infer<C>>;
  /** Two short lines for the card. */
  readonly overview: (config: z.infer<C>, language: Language) => readonly string[];
  /** Fields of decoded events; drives pickers and type checks. */
  readonly outputs: (config: z.infer<C>) => FieldSet;
  /** Sockets it binds; unique per cluster. */
  readonly binds: (config: z.infer<C>) => readonly { readonly protocol: 'tcp' | 'udp'; readonly port: number; readonly tls: boolean }[];
  /** What the form of a new one begins with, where that is not the defaults of `config`. */
  readonly begin?: z.input<C>;
  readonly follow?: Follow;
  /** Errors that no configuration is saved with, though one that was saved before still runs, and warnings. */
  readonly check?: (config: z.infer<C>) => readonly ConfigFault[];
  /** Commands a user can paste to send a first event; `host` is the worker's address. Secrets appear as `<name of the field>`. */
  readonly sendCommands: (config: z.infer<C>, host: string) => readonly { readonly tool: string; readonly command: string }[];
  readonly examples: readonly Example<z.input<C>>[];
  readonly presets?: readonly ListenerPreset<z.input<C>>[];
}

export type ActionGroup =
  | 'transformation'
  | 'filtering'
  | 'formatting'
  | 'enrichment'
  | 'aggregation'
  | 'detection'
  | 'schemas'
  | 'advanced';

/** A processing step; its configuration belongs to a node of one pipeline version. Browser-safe. */
export interface ActionDefinition<C extends ConfigSchema = ConfigSchema> extends DefinitionCommon {
  readonly kind: 'action';
  readonly group: ActionGroup;
  readonly config: C;
  readonly text: ComponentText<z.infer<C>>;
  readonly overview: (config: z.infer<C>, language: Language) => readonly string[];
  /** Output ports, `error` included, in the order they are drawn. */
  readonly ports: (config: z.infer<C>) => readonly Port[];
  /** Fields on each output port when `input` arrives. */
  readonly outputs: (config: z.infer<C>, input: FieldSet) => Readonly<Record<string, FieldSet>>;
  /** Faults that need the upstream fields: unknown references, type conflicts in code. */
  readonly check: (config: z.infer<C>, input: FieldSet) => readonly ConfigFault[];
  /** Keyed state (catalogue 2.8) needs checkpoints. */
  readonly state: 'none' | 'worker' | 'keyed';
  /** Of an action with keyed state: whether this configuration keeps any, that is, its step has a `snapshot`. Absent: every one does. */
  readonly remembers?: (config: z.infer<C>) => boolean;
  /** Its field `mode` and what belongs to it can be proposed from samples of what arrives (catalogue 5.6). */
  readonly proposed?: true;
  /** What a new step begins with, where that is not the defaults of `config`; it need not be complete. */
  readonly begin?: (place: StepPlace) => Partial<z.input<C>>;
  /** Of an action that hides what events say: whether it does so in `_raw`, the original message, too. Undefined: it hides nothing. */
  readonly hidesInRaw?: (config: z.infer<C>) => boolean | undefined;
  /** What it can do to a value that a person points at. */
  readonly suggest?: (pointed: PointedValue) => readonly Suggestion<z.input<C>>[];
  readonly examples: readonly Example<z.input<C>>[];
}

/** An output. `creation` is the tenant's instance (`DS_…`), `node` belongs to a pipeline version. Browser-safe. */
export interface DatasinkDefinition<C extends ConfigSchema = ConfigSchema, N extends ConfigSchema = ConfigSchema> extends DefinitionCommon {
  readonly kind: 'datasink';
  readonly creation: C;
  readonly node: N;
  readonly text: ComponentText<z.infer<C> & z.infer<N>>;
  readonly overview: (creation: z.infer<C>, node: z.infer<N> | undefined, language: Language) => readonly string[];
  readonly ports: (node: z.infer<N>) => readonly Port[];
  readonly check: (node: z.infer<N>, input: FieldSet) => readonly ConfigFault[];
  /** Whether it sends `_raw`, the original message, though no field of its configuration names it. Absent: never. */
  readonly sendsRaw?: (node: z.infer<N>, input: FieldSet) => boolean;
  readonly order: 'none' | 'key' | 'strict';
  /** What a repeat does at the destination. */
  readonly effect: 'once' | 'duplicate' | 'idempotency-key';
  readonly examples: readonly {
    readonly name: Readonly<Record<Language, string>>;
    readonly creation: z.input<C>;
    readonly node: z.input<N>;
  }[];
  readonly presets?: readonly DatasinkPreset<z.input<C>, z.input<N>>[];
  /** What a new step begins with, where that is not the defaults of `node`; it need not be complete. */
  readonly begin?: (place: StepPlace) => Partial<z.input<N>>;
  /** For the form of a step. */
  readonly follow?: Follow;
}

/** A fault in a configuration, beside its field. `code` has a text in both languages (event and sdk error texts). */
export interface ConfigFault {
  /** Path into the configuration, e.g. `conditions.0.condition`. */
  readonly path: string;
  readonly code: string;
  readonly fields?: Readonly<Record<string, string | number>>;
  /** Warnings do not stop publishing. */
  readonly severity: 'error' | 'warning';
}

export type Definition = ListenerDefinition | ActionDefinition | DatasinkDefinition;
