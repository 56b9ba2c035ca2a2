export { CommandPaletteWindow } from './components/command-palette-window.tsx';
