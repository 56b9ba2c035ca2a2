import { isObjectNode, parseJson } from '@acequia/event';

/** How a person gives sample events: `lines` as a listener receives them, one `message` of a client such as a body, or `events` as JSON. */
export const sampleForms = ['lines', 'message', 'events'] as const;
export type SampleForm = (typeof sampleForms)[number];

/** Lines as they are saved: blank ones are none. */
const linesOf = (text: string): readonly string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** The form a text most likely has: JSON over several lines, or a list, is one message; JSON objects in lines are events. */
export function formOf(text: string): SampleForm {
  const [first] = linesOf(text);
  if (first === undefined || !/^\s*[[{]/.test(first)) return 'lines';
  const parsed = parseJson(first);
  if (parsed.ok && isObjectNode(parsed.value.node)) return 'events';
  return parseJson(text).ok ? 'message' : 'lines';
}

/** As they are saved. */
export function sampleTexts(text: string, form: SampleForm): readonly string[] {
  if (form !== 'message') return linesOf(text);
  return text.trim() === '' ? [] : [text.trim()];
}
