export { PipelinesPage } from './components/pipelines-page.tsx';
export { PipelineCreatePage } from './components/pipeline-create.tsx';
