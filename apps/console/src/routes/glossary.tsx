import { GlossaryPage } from '#features/glossary/index.ts';

export function GlossaryRoute() {
  return <GlossaryPage />;
}
