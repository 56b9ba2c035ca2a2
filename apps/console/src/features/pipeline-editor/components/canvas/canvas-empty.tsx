import { Button, Message } from '@acequia/ui';
import { Link, useParams } from '@tanstack/react-router';
import { useTexts } from '#i18n/index.ts';
import { useMay } from '#lib/session/index.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';

/** Nothing drawn yet: where to begin. */
export function CanvasEmpty() {
  const t = useTexts(editorTexts);
  const { readOnly, findStep, pipelineId } = useServices();
  const { version } = useParams({ strict: false });
  const { document, catalogue } = useView();
  const mayCreate = useMay('listener:create');
  if (document.nodes.length > 0 || readOnly) return null;
  const hasLabels = catalogue.labels.length > 0;
  return (
    <div className="pe-empty">
      <Message
        drawing="empty"
        title={t(hasLabels ? 'emptyTitle' : 'emptyNoListenerTitle')}
        actions={
          hasLabels ? (
            <Button icon="search" onClick={findStep}>
              {t('findStep')}
            </Button>
          ) : (
            mayCreate && (
              <Button asChild>
                <Link to="/pipelines/$pipelineId/{-$version}/listener/create" params={{ pipelineId, version }}>
                  {t('createListener')}
                </Link>
              </Button>
            )
          )
        }
      >
        {t(hasLabels ? 'emptyWhy' : 'emptyNoListenerWhy')}
      </Message>
    </div>
  );
}
