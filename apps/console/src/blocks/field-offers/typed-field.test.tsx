import { EditorView } from '@codemirror/view';
import { TooltipProvider } from '@acequia/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { CodeEditor } from '#blocks/condition-editor/code-editor.tsx';
import { ConditionEditor } from '#blocks/condition-editor/condition-editor.tsx';
import type { EditedExpression } from '#blocks/condition-editor/model/condition-forms.ts';
import { opsFor } from '#blocks/condition-editor/model/condition-rows.ts';
import { templateLanguage } from '#blocks/expression-editor/languages/template-language.ts';
import { SourceEditor } from '#blocks/expression-editor/source-editor.tsx';
import { startI18n } from '#i18n/i18n.ts';
import type { OfferedFields } from './offered-fields.ts';
import { sampleFields } from './sample-fields.ts';

startI18n('en');
afterEach(cleanup);

const event = {
  json: '{"http_headers":{"server":"nginx"},"_server":"edge","user":"ana","service":"cart"}',
  types: { http_headers: 'json', _server: 'string', user: 'string', service: 'string' },
};
/** Each event has what Acequia and the protocol set, and every other one names its service. */
const fields: OfferedFields = {
  fields: new Map([['_server', 'string'] as const]),
  open: true,
  sampled: sampleFields([event, { json: '{"http_headers":{"server":"nginx"},"_server":"edge"}', types: event.types }]),
};

/** Shows an editor of a value, and gives the value it has now. */
function show<T>(first: T, editor: (value: T, onChange: (value: T) => void) => ReactNode): () => T {
  let latest = first;
  function Edited() {
    const [value, setValue] = useState(first);
    latest = value;
    return editor(value, setValue);
  }
  render(
    <TooltipProvider>
      <Edited />
    </TooltipProvider>,
  );
  return () => latest;
}

/** Types into a source text, and presses Enter once something is offered. */
async function write(text: string): Promise<(string | null)[]> {
  const box = await screen.findByRole('textbox', { name: 'Source' });
  const view = EditorView.findFromDOM(box)!;
  act(() => {
    const anchor = view.state.doc.length + text.length;
    view.dispatch({ changes: { from: view.state.doc.length, insert: text }, selection: { anchor }, userEvent: 'input.type' });
  });
  const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
  return offered;
}

const offers = [
  'servicestring · 50% · cart',
  'userstring · 50% · ana',
  'http_headers.serverstring · 100% · nginx',
  '_serverstring · 100% · edge',
];

describe('"ser" and Enter become the service of the events, before what Acequia sets and more events have,', () => {
  it('in a template', async () => {
    const language = templateLanguage({ fields, language: 'en', opsFor });
    const value = show('to ', (text, onChange) => (
      <SourceEditor
        value={text}
        onChange={onChange}
        control={{ id: 'x' }}
        label="Source"
        disabled={false}
        language={language}
        faults={[]}
      />
    ));
    expect(await write('${ser')).toEqual(offers);
    expect(value()).toBe('to ${service}');
  });

  it.each(['expression', 'condition'] as const)('in code that is read as %s', async (kind) => {
    const value = show<EditedExpression | undefined>(undefined, (edited, onChange) => (
      <CodeEditor
        kind={kind}
        value={edited}
        onChange={onChange as (value: unknown) => void}
        fields={fields}
        readOnly={false}
        placeholder=""
        control={{ id: 'x' }}
        label="Source"
      />
    ));
    expect((await write('ser')).filter((offer) => !offer?.startsWith('assert('))).toEqual(offers);
    expect(value()).toMatchObject({ form: 'code', ast: { field: 'service' }, code: '${service}' });
  });

  it('in a row of a condition', async () => {
    const value = show<unknown>(undefined, (edited, onChange) => (
      <ConditionEditor value={edited as EditedExpression | undefined} onChange={onChange} fields={fields} label="Condition" />
    ));
    const user = userEvent.setup();
    await user.type(screen.getByRole('combobox', { name: 'Field' }), 'ser');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'serviceString50%cart',
      'userString50%ana',
      'http_headers.serverString100%nginx',
      '_serverString100%edge',
    ]);
    await user.keyboard('{Enter}');
    await user.type(screen.getByRole('textbox', { name: 'Value' }), 'cart');
    expect(value()).toEqual({ form: 'visual', ast: { field: 'service', op: 'eq', value: 'cart' } });
  });
});
