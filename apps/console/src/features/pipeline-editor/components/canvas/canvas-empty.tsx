import { Button, Message } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n/index.ts';
import { useMay } from '#lib/session/index.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';
import { focusPalette } from '../palette/focus-palette.ts';

/** Nothing drawn yet: where to begin. */
export function CanvasEmpty() {
  const t = useTexts(editorTexts);
  const { readOnly } = useServices();
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
            <Button icon="search" onClick={focusPalette}>
              {t('findStep')}
            </Button>
          ) : (
            mayCreate && (
              <Button asChild>
                <Link to="/listeners/create/type">{t('createListener')}</Link>
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
