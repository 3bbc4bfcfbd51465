import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../lib/drafts/draft-store.js';
import { Moment } from '../display/moment.js';

interface DraftNoteProps {
  /** `null` = the form shows none. */
  draft: Draft | null;
  onDiscard: () => void;
}

/** That a form shows what was typed earlier, why it was not saved, and how to be rid of it. */
export function DraftNote({ draft, onDiscard }: DraftNoteProps) {
  const { t } = useTranslation();
  if (draft === null) {
    return null;
  }
  return (
    <Alert
      className="sy-dialog-alert"
      type="info"
      showIcon
      title={t(`draft.${draft.end}`)}
      description={
        <>
          {t('draft.back')} <Moment value={new Date(draft.at).toISOString()} />
        </>
      }
      action={
        <Button size="small" onClick={onDiscard}>
          {t('unsaved.discard')}
        </Button>
      }
    />
  );
}
