export { DeadLettersPage } from './components/dead-letters-page.tsx';
