import { type Template, type View, withVisibleControls } from '@switchyard/contracts';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoveTemplateMutation } from '../../api/templates-api.js';
import { BulkDialog } from '../../components/dialogs/bulk-dialog.js';
import { ResourceSelect } from '../../components/forms/resource-select.js';

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
          <ResourceSelect
            kind="view"
            id="bulk-view"
            value={view}
            onChange={(id) => setView(id ?? NO_VIEW)}
            rows={[
              ...views.map(({ id, title }) => ({ id, name: withVisibleControls(title) })),
              { id: NO_VIEW, name: t('template.noView') },
            ]}
          />
        </Form.Item>
      </Form>
    </BulkDialog>
  );
}
