import { changeFaults, problemCodes } from '@acequia/pipeline';
import { describe, expect, it } from 'vitest';
import { stepNames } from './model/editor-state.ts';
import { editorTexts } from './texts.ts';

const { en, es } = editorTexts.words;

describe('words in both languages', () => {
  it('has one for every problem, fault and step', () => {
    for (const code of problemCodes) expect(en[`problem.${code}`], code).toBeTruthy();
    for (const fault of changeFaults) expect(en[`fault.${fault}`], fault).toBeTruthy();
    for (const step of stepNames) expect(en[`step.${step}`], step).toBeTruthy();
  });

  it('fills in the same values in both', () => {
    const values = (text: string | undefined) => [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).toSorted();
    for (const key of Object.keys(en)) expect(values(es[key]), key).toEqual(values(en[key]));
  });

  it('refuses a second label in the words of the catalogue', () => {
    expect(en['fault.second-label']).toBe(
      'A pipeline starts from one label. To join several, add a label to the listener with an OR condition.',
    );
  });
});
