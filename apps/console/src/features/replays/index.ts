export { ReplayWindow } from './components/replay-window.tsx';
