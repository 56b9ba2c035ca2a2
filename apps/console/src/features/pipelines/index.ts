export { PipelinesPage } from './components/pipelines-page.tsx';
export { PipelineCreateDialog } from './components/pipeline-create.tsx';
