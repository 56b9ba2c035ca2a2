export { ComponentIcon, ComponentTile, type ComponentKind } from './components/component-icon.tsx';
