import { useMemo } from 'react';
import { useTexts } from '#i18n/index.ts';
import type { ProjectionWords } from '../../model/projection.ts';
import { editorTexts } from '../../texts.ts';

/** Names for screen readers, in the language of the page. */
export function useCanvasWords() {
  const t = useTexts(editorTexts);
  return useMemo(() => {
    const words: ProjectionWords = {
      card(node, text, badge) {
        const name =
          node.kind === 'label'
            ? t('cardLabel', { name: text.title })
            : node.kind === 'datasink'
              ? t('cardDatasink', { name: text.title })
              : t('cardAction', { component: text.component, name: text.title === text.component ? '' : text.title }).trim();
        const count = (badge?.errors ?? 0) + (badge?.warnings ?? 0);
        return count > 0 ? `${name}. ${t('problemsOnCard', { count })}` : name;
      },
      link: (from, port, to) => t('linkName', { from, port, to }),
    };
    const ariaLabels = {
      'node.a11yDescription.default': t('nodeHelp'),
      'node.a11yDescription.keyboardDisabled': t('nodeHelp'),
      'node.a11yDescription.ariaLiveMessage': ({ x, y }: { direction: string; x: number; y: number }) =>
        `${Math.round(x)}, ${Math.round(y)}`,
      'edge.a11yDescription.default': t('linkHelp'),
      'minimap.ariaLabel': t('minimap'),
      'handle.ariaLabel': t('portDefault'),
    };
    return { words, ariaLabels };
  }, [t]);
}
