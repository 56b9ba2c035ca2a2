import type { PipelineNode } from '@acequia/pipeline';
import { Field, Note, Select } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';

/** A step that nothing flows into is linked before it is configured: here without dragging. */
export function LinkFrom({ node }: { readonly node: PipelineNode }) {
  const t = useTexts(editorTexts);
  const { actions } = useServices();
  const view = useView();
  const options = view.document.nodes.flatMap((other) =>
    view.ports(other.id).flatMap((port) => {
      if (actions.linkFault({ node: other.id, port: port.id }, node.id)) return [];
      return [{ value: `${other.id}\n${port.id}`, label: `${view.text(other.id).title} · ${portTitle(port, other, t)}` }];
    }),
  );
  return (
    <Note tone="neutral" title={t('linkFirst')}>
      {t('linkFirstWhy')}
      {options.length > 0 && (
        <div className="mt-3">
          <Field label={t('linkFrom')}>
            {(control) => (
              <Select
                {...control}
                size="sm"
                value={undefined}
                placeholder={t('chooseStep')}
                options={options}
                onChange={(value) => {
                  const [from = '', port = ''] = value.split('\n');
                  actions.link({ node: from, port }, node.id);
                }}
              />
            )}
          </Field>
        </div>
      )}
    </Note>
  );
}
