export { DatasinksPage } from './components/datasinks-page.tsx';
export { DatasinkCreatePage, DatasinkTypePage } from './components/datasink-create.tsx';
export { DatasinkEditPage } from './components/datasink-edit.tsx';
export { DatasinkVersionPage } from './components/datasink-versions.tsx';
