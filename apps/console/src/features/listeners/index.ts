export { ListenersPage } from './components/listeners-page.tsx';
export { ListenerCreatePage, ListenerTypePage } from './components/listener-create.tsx';
export { ListenerEditPage } from './components/listener-edit.tsx';
export { ListenerReadyPage } from './components/listener-ready.tsx';
export { ListenerVersionPage } from './components/listener-versions.tsx';
