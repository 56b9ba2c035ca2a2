export { DataHistoryPage } from './components/data-history-page.tsx';
