export { EmptyEditor } from './components/create/empty-editor.tsx';
export { FormOver, type FormOverProps } from './components/form-over/form-over.tsx';
export { PipelineFocusPage, type PipelineFocusPageProps } from './components/focus/pipeline-focus-page.tsx';
export { PipelineEditorPage, type PipelineEditorPageProps } from './components/pipeline-editor-page.tsx';
