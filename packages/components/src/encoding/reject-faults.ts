import type { OpenDatasink } from '@acequia/component-sdk/runtime';
import { expressionFault } from '../fields/expressions.ts';

/** An event whose templates cannot be worked out is refused for good with the expression's code. */
export function rejectingFaults(encode: OpenDatasink['encode']): OpenDatasink['encode'] {
  return (view, row, out) => {
    try {
      encode(view, row, out);
    } catch (error) {
      const { code, detail } = expressionFault(error);
      const { offset: _, ...told } = detail;
      out.reject(code, told);
    }
  };
}
