import { DialogClose, Drawer, IconButton, useUiWords } from '@acequia/ui';
import { MetricsTab } from '#blocks/charts/metrics-tab.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import type { FlowNode } from './flow-graph.ts';
import { flowTexts } from './texts.ts';
import { useNodeName } from './use-node-name.ts';

/** In and out over time of one node of the flow; of a cluster what listeners receive in it. */
export function MetricsDrawer({ node, onClose }: { readonly node: FlowNode | undefined; readonly onClose: () => void }) {
  const t = useTexts(flowTexts);
  const words = useUiWords();
  const nameOf = useNodeName();
  const title = node ? t('metricsOf', { name: nameOf(node) }) : t('gone');
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={title} size="lg">
      <header className="flex items-center gap-2.5 pt-3.5 pr-2.5 pl-4">
        <h2 className="flex-1 min-w-0 truncate text-sm font-semibold">{title}</h2>
        <DialogClose asChild>
          <IconButton icon="x" size="sm" label={words.close} />
        </DialogClose>
      </header>
      <div className="p-4">{node && <MetricsTab {...askedFor(node)} title={title} />}</div>
    </Drawer>
  );
}

function askedFor(node: FlowNode) {
  switch (node.column) {
    case 'label':
      return { scope: 'label' as const, ids: [`${node.listenerId}/${node.id}`] };
    default:
      return { scope: node.column, ids: [node.id] };
  }
}
