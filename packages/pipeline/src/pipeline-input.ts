import type { PipelineDocument } from './document.ts';
import type { Surroundings } from './surroundings.ts';

/** How lines become events where a pipeline runs from its file, without a listener. */
export const inputFormats = ['text', 'json', 'syslog'] as const;
export type InputFormat = (typeof inputFormats)[number];

/** What a pipeline receives, for its file. */
export interface PipelineInput {
  readonly format: InputFormat;
  /** The stored condition of the label that it begins with; empty for the built-in labels. */
  readonly labels: Readonly<Record<string, unknown>>;
}

/**
 * The input that gives a document the fields of its listener: JSON lines have any of them. Undefined without a label, or where its
 * listener is not known. `conditionOf` gives the stored condition of a label; null or undefined for a built-in one.
 */
export function inputOf(
  document: PipelineDocument,
  { listener: find }: Pick<Surroundings, 'listener'>,
  conditionOf: (label: string) => unknown,
): PipelineInput | undefined {
  const label = document.nodes.find((node) => node.kind === 'label');
  const listener = label && find(label.listenerId);
  if (!listener) return undefined;
  const condition = conditionOf(label.labelId) ?? undefined;
  return { format: formatOf(listener), labels: condition === undefined ? {} : { [label.labelId]: condition } };
}

function formatOf({ definition, config }: NonNullable<ReturnType<Surroundings['listener']>>): InputFormat {
  if (definition.id === 'syslog' || config['format'] === 'syslog') return 'syslog';
  const parsed = definition.config.safeParse(config);
  const received = parsed.success ? definition.outputs(parsed.data) : undefined;
  return received && !received.open && received.fields.has('message') ? 'text' : 'json';
}
