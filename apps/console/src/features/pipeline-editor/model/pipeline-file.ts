/** Reading and writing pipelines as YAML, loaded when somebody takes one in or out. */
export { parseDocument, printDocument } from '@acequia/pipeline';
