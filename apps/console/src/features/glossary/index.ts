export { GlossaryPage } from './components/glossary-page.tsx';
