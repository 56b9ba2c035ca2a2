export { MarketplacePage } from './components/marketplace-page.tsx';
export { TemplatePage } from './components/template-page.tsx';
