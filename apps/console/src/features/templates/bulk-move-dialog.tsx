import { type Template, type View, withVisibleControls } from '@switchyard/contracts';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoveTemplateMutation } from '../../api/templates-api.js';
import { BulkDialog } from '../../components/dialogs/bulk-dialog.js';

interface BulkMoveDialogProps {
  templates: readonly Template[];
  views: readonly View[];
  onClosed: (isDone: boolean) => void;
}

const NO_VIEW = 0;

/** Moves several templates to a view, or out of every view. */
export function BulkMoveDialog({ templates, views, onClosed }: BulkMoveDialogProps) {
  const { t } = useTranslation();
  const [move] = useMoveTemplateMutation();
  const [view, setView] = useState<number | null>(null);
  return (
    <BulkDialog
      title={t('bulk.moveTitle')}
      button={t('bulk.move')}
      isReady={view !== null}
      items={templates.map(({ id, name, project_id: projectId }) => ({
        id,
        name,
        send: () => move({ projectId, id, view_id: view || null }).unwrap(),
      }))}
      onClosed={onClosed}
    >
      <Form layout="vertical" component={false}>
        <Form.Item label={t('template.view')} htmlFor="bulk-view">
          <Select
            id="bulk-view"
            value={view}
            onChange={setView}
            options={[
              ...views.map(({ id, title }) => ({ value: id, label: withVisibleControls(title) })),
              { value: NO_VIEW, label: t('template.noView') },
            ]}
          />
        </Form.Item>
      </Form>
    </BulkDialog>
  );
}
