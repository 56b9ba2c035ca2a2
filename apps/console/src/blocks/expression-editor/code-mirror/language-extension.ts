import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { Facet, StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, hoverTooltip, showTooltip, type DecorationSet, type Tooltip } from '@codemirror/view';
import { rankMatches } from '@acequia/ui';
import type { Offer, SourceFault, SourceLanguage } from '../language.ts';
import { callTip, docTip, hoverTip } from './tips.ts';

/** The language of the editor; the last one given counts. */
export const languageFacet = Facet.define<SourceLanguage, SourceLanguage | undefined>({ combine: (all) => all.at(-1) });

export const setFaults = StateEffect.define<readonly SourceFault[]>();

/** A person put the call tip away; it comes back with the next change. */
export const hideCallTip = StateEffect.define<null>();

const faultsField = StateField.define<readonly SourceFault[]>({
  create: () => [],
  update: (faults, transaction) => transaction.effects.find((effect) => effect.is(setFaults))?.value ?? faults,
});

/** Marks of looks and faults, made anew after each change; sources are at most 64 KiB, mostly a line. */
const marks = EditorView.decorations.compute(['doc', languageFacet, faultsField], (state) => decorationsOf(state));

function decorationsOf(state: EditorState): DecorationSet {
  const { length } = state.doc;
  const ranges: Range<Decoration>[] = [];
  for (const { from, to, look } of state.facet(languageFacet)?.tokens(state.doc.toString()) ?? [])
    if (from < to && to <= length) ranges.push(Decoration.mark({ class: `src-${look}` }).range(from, to));
  for (const fault of state.field(faultsField)) {
    const to = Math.min(length, Math.max(fault.to, fault.from + 1));
    const from = Math.min(fault.from, Math.max(0, to - 1));
    if (from < to) ranges.push(Decoration.mark({ class: 'src-fault' }).range(from, to));
  }
  return Decoration.set(ranges, true);
}

function completionOf(offer: Offer): Completion {
  const { label, kind, detail, insert, caret, doc } = offer;
  return {
    label,
    type: kind,
    ...(detail === undefined ? {} : { detail }),
    ...(doc === undefined ? {} : { info: () => docTip(doc) }),
    apply: (view, _completion, from, to) =>
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + (caret ?? insert.length) },
        userEvent: 'input.complete',
        scrollIntoView: true,
      }),
  };
}

function complete(context: CompletionContext): CompletionResult | null {
  const found = context.state.facet(languageFacet)?.offers(context.state.doc.toString(), context.pos, context.explicit);
  if (!found || found.offers.length === 0) return null;
  const { from, to } = found;
  const fitting = rankMatches(found.offers, context.state.sliceDoc(from, context.pos).replaceAll(/\s+/g, ' '));
  if (fitting.length === 0) return null;
  // Offers follow each key at once: between a key and its offers, Enter would break the line.
  return { from, to, filter: false, options: fitting.map(completionOf), update: (_before, _from, _to, now) => complete(now) };
}

const callField = StateField.define<Tooltip | null>({
  create: () => null,
  update(tip, transaction) {
    if (transaction.effects.some((effect) => effect.is(hideCallTip))) return null;
    if (!transaction.docChanged && !transaction.selection) return tip;
    if (!transaction.docChanged && tip === null) return null;
    const { state } = transaction;
    const call = state.facet(languageFacet)?.call(state.doc.toString(), state.selection.main.head);
    return call ? { pos: call.at, above: true, create: () => ({ dom: callTip(call) }) } : null;
  },
  provide: (field) => showTooltip.from(field),
});

/** Whether the tip of a call is shown. */
export const callTipShown = (state: EditorState): boolean => (state.field(callField, false) ?? null) !== null;

const hover = hoverTooltip((view, at) => {
  const text = view.state.doc.toString();
  const fault = view.state.field(faultsField).find(({ from, to }) => from <= at && at <= to);
  const hint = view.state.facet(languageFacet)?.hint(text, at);
  if (!fault && !hint) return null;
  return { pos: hint?.from ?? fault!.from, end: hint?.to ?? fault!.to, above: true, create: () => ({ dom: hoverTip(fault, hint) }) };
});

/** A tip is for who writes. */
const leaving = EditorView.domEventHandlers({
  blur: (_event, view) => {
    if (callTipShown(view.state)) view.dispatch({ effects: hideCallTip.of(null) });
  },
});

/** Looks, offers, hints and faults of whatever language the facet holds. */
export const languageExtension: Extension = [
  faultsField,
  marks,
  callField,
  leaving,
  hover,
  // A line seldom ends within an expression, so Enter takes the offer as soon as it is shown.
  autocompletion({ override: [complete], icons: false, maxRenderedOptions: 60, interactionDelay: 0 }),
];
