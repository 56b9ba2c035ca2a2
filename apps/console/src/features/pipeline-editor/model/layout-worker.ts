import { layout, type LayoutInput } from './layout.ts';

/** The thread that arranges a document: one input in, its positions out. */
const thread = globalThis as unknown as {
  onmessage: (message: { readonly data: LayoutInput }) => void;
  postMessage: (answer: unknown) => void;
};
thread.onmessage = ({ data }) => thread.postMessage(layout(data));
