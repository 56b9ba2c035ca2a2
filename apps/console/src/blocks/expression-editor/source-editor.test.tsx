import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { fieldSet, parseExpression } from '@acequia/event';
import { opsFor } from '#blocks/condition-editor/model/condition-rows.ts';
import { startI18n } from '#i18n/i18n.ts';
import { expressionLanguage } from './languages/expression-language.ts';
import { SourceEditor } from './source-editor.tsx';
import { sourceFault } from './source-faults.ts';

startI18n('en');
afterEach(cleanup);

const language = expressionLanguage({ fields: fieldSet({ host: 'string' }), language: 'en', opsFor });
let latest = '';

function Trial({ initial, disabled = false }: { readonly initial: string; readonly disabled?: boolean }) {
  const [value, setValue] = useState(initial);
  latest = value;
  const parsed = parseExpression(value);
  const faults = parsed.ok ? [] : [sourceFault(value, parsed.error, 'en', { label: '1', text: '1 == 1' })];
  return (
    <>
      <label htmlFor="x">Expression label</label>
      <SourceEditor
        value={value}
        onChange={setValue}
        control={{ id: 'x' }}
        label="Expression"
        disabled={disabled}
        language={language}
        faults={faults}
      />
      <button type="button" onClick={() => setValue('${host}')}>
        undo
      </button>
    </>
  );
}

it('is a text box with the name of its field, which is written from outside too', () => {
  render(<Trial initial="lower(${host})" />);
  const box = screen.getByRole('textbox', { name: 'Expression' });
  expect(box.textContent).toBe('lower(${host})');
  expect(box.querySelector('.src-function')?.textContent).toBe('lower');
  expect(box.querySelector('.src-field')?.textContent).toBe('${host}');
  fireEvent.click(screen.getByText('undo'));
  expect(box.textContent).toBe('${host}');
  expect(latest).toBe('${host}');
});

it('says a fault in words with its position, marks it, and takes the fix', () => {
  render(<Trial initial="1 == )" />);
  const box = screen.getByRole('textbox', { name: 'Expression' });
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(box.querySelector('.src-fault')?.textContent).toContain(')');
  expect(screen.getByRole('button', { name: 'At character 6' })).toBeTruthy();
  expect(document.body.textContent).not.toContain('EXPR_SYNTAX');
  act(() => screen.getByRole('button', { name: 'Use 1' }).click());
  expect(latest).toBe('1 == 1');
  expect(box.getAttribute('aria-invalid')).toBeNull();
});

it('cannot be typed into while it is disabled, yet can be reached and read', () => {
  render(<Trial initial="1" disabled />);
  const box = screen.getByRole('textbox', { name: 'Expression' });
  expect(box.getAttribute('contenteditable')).toBe('false');
  expect(box.getAttribute('tabindex')).toBe('0');
  expect(box.getAttribute('aria-readonly')).toBe('true');
});

it('is focused by a click on its label', () => {
  render(<Trial initial="1" />);
  act(() => screen.getByText('Expression label').click());
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Expression' }));
});
