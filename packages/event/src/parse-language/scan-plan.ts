import { parsePattern } from './parse-pattern.ts';
import type { PatternField, PatternNode } from './pattern-ast.ts';

/**
 * One move over a text that needs to know nothing but its bytes. `output`: the number of the field it yields, −1 for none.
 * `until` and `until-blank` yield what stands before the text or blank and stop there, `rest` yields all that is left,
 * `past` goes to the text or behind it, `repeat` over as many of the text as there are.
 */
export interface ScanStep {
  readonly do:
    | 'literal'
    | 'until'
    | 'until-blank'
    | 'rest'
    | 'integer'
    | 'float'
    | 'word'
    | 'quoted'
    | 'blanks'
    | 'past'
    | 'behind'
    | 'repeat';
  readonly text: string;
  readonly output: number;
}

/** A pattern as moves from the beginning of a text to its end. */
export interface ScanPlan {
  readonly outputs: readonly string[];
  readonly steps: readonly ScanStep[];
}

const closed = { int: 'integer', float: 'float', word: 'word', quoted: 'quoted' } as const;

/** The plan of a pattern of the parse language that passed its check; undefined when a part of it needs more (choices, times, composites, options). */
export function scanPlanOf(source: string): ScanPlan | undefined {
  const nodes = parsePattern(source);
  if (!nodes.ok) return undefined;
  const outputs: string[] = [];
  const steps: ScanStep[] = [];
  for (const [i, node] of nodes.value.entries()) {
    const step = node.kind === 'field' ? fieldStep(node, nodes.value[i + 1], outputs) : moveStep(node);
    if (step === undefined || !step.text.isWellFormed()) return undefined;
    steps.push(step);
  }
  return { outputs, steps };
}

function fieldStep(field: PatternField, next: PatternNode | undefined, outputs: string[]): ScanStep | undefined {
  const { name, type, options } = field;
  if (options.size > 0 || name === '*' || outputs.includes(name)) return undefined;
  const output = name === '' ? -1 : outputs.push(name) - 1;
  if (type === 'int' || type === 'float' || type === 'word' || type === 'quoted') return { do: closed[type], text: '', output };
  if (type !== 'string') return undefined;
  if (next === undefined) return { do: 'rest', text: '', output };
  if (next.kind === 'space') return { do: 'until-blank', text: '', output };
  const text = next.kind === 'literal' ? next.text : next.kind === 'while' ? repeated(next) : undefined;
  return text === undefined ? undefined : { do: 'until', text, output };
}

function moveStep(node: Exclude<PatternNode, PatternField>): ScanStep | undefined {
  const move = (how: ScanStep['do'], text = ''): ScanStep => ({ do: how, text, output: -1 });
  switch (node.kind) {
    case 'literal':
      return move('literal', node.text);
    case 'space':
      return move('blanks');
    case 'any':
      return move('rest');
    case 'until': {
      const text = String(node.options.get('value') ?? node.options.get('') ?? '');
      return text === '' ? undefined : move(node.options.get('include') === false ? 'past' : 'behind', text);
    }
    case 'while': {
      const text = repeated(node);
      return text === undefined ? undefined : move('repeat', text);
    }
    default:
      return undefined;
  }
}

/** What a `while` of one text alone repeats. */
function repeated(
  node: Extract<PatternNode, { readonly kind: 'while' | 'until' | 'skip' | 'newline' | 'space' | 'any' }>,
): string | undefined {
  if (node.options.has('chars') || node.options.has('min') || node.options.has('max')) return undefined;
  const text = String(node.options.get('value') ?? node.options.get('') ?? '');
  return text === '' ? undefined : text;
}
