import type { TemplateLog, TemplateLogs } from '@acequia/contract';

/** Lines of a recorded log. */
export const linesOf = ({ content }: TemplateLog): readonly string[] => content.split('\n').filter((line) => line !== '');

/** How much less text leaves than came in, from 0 to 1; undefined when it is not less. */
export function savedFraction({ input, output }: TemplateLogs): number | undefined {
  const left = output.reduce((sum, { content }) => sum + content.length, 0);
  return input.content.length > left ? 1 - left / input.content.length : undefined;
}
