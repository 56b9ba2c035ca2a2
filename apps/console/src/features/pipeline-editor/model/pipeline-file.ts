/** Reading and writing pipelines as YAML, loaded when somebody takes one in or out. */
export { parsePipeline, printPipeline } from '@acequia/pipeline';
