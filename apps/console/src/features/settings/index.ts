export { SettingsWindow } from './components/settings-window.tsx';
