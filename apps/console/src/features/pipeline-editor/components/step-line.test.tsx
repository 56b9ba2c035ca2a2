import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { StepLine } from './step-line.tsx';

afterEach(() => {
  cleanup();
  startI18n('en');
});

const line = 'https://collector.example.com/services/collector/event';
const shown = (state: Parameters<typeof StepLine>[0]['state'], room: number, kind: 'action' | 'datasink' = 'datasink') => {
  const { container } = render(<StepLine kind={kind} state={state} line={line} room={room} />);
  return {
    shape: container.querySelector('.ui-status-shape')?.getAttribute('data-shape'),
    word: container.querySelector('.ui-status')?.textContent,
    isHidden: container.querySelector('.ui-status .ui-hidden') !== null,
    line: container.querySelector('.pe-step-line > :last-child')?.textContent ?? '',
  };
};

it('says in words what is wrong with a data sink, and leaves room for it', () => {
  const waiting = shown('waiting', 40);
  expect(waiting).toMatchObject({ shape: 'ring', word: 'Waiting', isHidden: false });
  expect(`Waiting  ${waiting.line}`.length).toBeLessThanOrEqual(40);
  startI18n('es');
  expect(shown('action-required', 40).word).toBe('Requiere intervención');
});

it('marks what runs, with its word for a screen reader', () => {
  expect(shown('running', 80)).toEqual({ shape: 'dot', word: 'Running', isHidden: true, line });
});

it('claims no state of an action, nor in a drawing', () => {
  expect(shown(undefined, 80)).toEqual({ shape: undefined, word: undefined, isHidden: false, line });
});

it('a-lookup-without-a-table-looks-ready: its card says that there is none', () => {
  expect(shown('draft', 80, 'action')).toMatchObject({ word: 'No table', isHidden: false });
  startI18n('es');
  expect(shown('draft', 80, 'action').word).toBe('Sin tabla');
});

it('a-condition-about-another-path: the words of an action are cut at their end, never inside', () => {
  expect(shown(undefined, 30, 'action').line).toBe(line);
});
