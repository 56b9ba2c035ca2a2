import { Segmented } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { useShownAs, type ShownAs } from '../url-state.ts';

/** Drawing or list of the same document. */
export function ViewSwitch() {
  const t = useTexts(editorTexts);
  const { shownAs, show } = useShownAs();
  return (
    <div className="pe-view-switch">
      <Segmented<ShownAs>
        label={t('shownAs')}
        value={shownAs}
        onChange={show}
        options={[
          { value: 'canvas', label: t('asCanvas'), icon: 'branch' },
          { value: 'list', label: t('asList'), icon: 'list' },
        ]}
      />
    </div>
  );
}
