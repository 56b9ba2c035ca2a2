export { PipelineEditorPage, type PipelineEditorPageProps } from './components/pipeline-editor-page.tsx';
