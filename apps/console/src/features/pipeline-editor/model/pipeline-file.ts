/** Reading and writing pipelines as YAML, loaded when somebody takes one in or out. */
export { inputOf, parsePipeline, printPipeline } from '@acequia/pipeline';
