import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, ConfigProvider, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { Dialog } from '../../components/dialogs/dialog.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import { useViewEditor } from './use-view-editor.js';
import { ViewLine } from './view-line.js';
import type { ViewRow } from './view-rows.js';
import './views.css';
import { DemoGate, useIsDemo } from '../../components/session/demo-gate.js';
import { DemoNote } from '../../components/session/demo-note.js';

type Editor = ReturnType<typeof useViewEditor>;

function Lines({ editor, rows, onDelete }: { editor: Editor; rows: ViewRow[]; onDelete: (row: ViewRow) => void }) {
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <ul className="sy-plist">
      {rows.map((row, index) => (
        <ViewLine
          key={row.id}
          row={row}
          fault={editor.faults.get(row.id)}
          onType={(title) => editor.type(row.id, title)}
          onLeave={() => editor.leave(row)}
          onSave={() => void editor.save(row)}
          onReset={() => void editor.reset(row)}
          onDelete={() => onDelete(row)}
          onMove={(by) => void editor.move(index, index + by)}
          onDragStart={() => setDragged(index)}
          onDrop={() => {
            setDragged(null);
            void (dragged !== null && row.id > 0 && editor.move(dragged, index));
          }}
        />
      ))}
    </ul>
  );
}

interface EditViewsDialogProps {
  projectId: number;
  onClosed: () => void;
}

/** Names, order and number of the views of a project; each change is saved by itself. */
export function EditViewsDialog({ projectId, onClosed }: EditViewsDialogProps) {
  const { t } = useTranslation();
  const editor = useViewEditor(projectId);
  const refused = useIsDemo();
  const [open, setOpen] = useState(true);
  const [deleting, setDeleting] = useState<ViewRow | null>(null);
  const { rows, error, failure } = editor;
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      title={t('views.edit')}
      width={520}
      onClose={close}
      afterClose={onClosed}
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside">
            <DemoGate>
              <Button icon={<PlusOutlined aria-hidden />} onClick={editor.add}>
                {t('views.add')}
              </Button>
            </DemoGate>
          </div>
          <Button onClick={close}>{t('common.close')}</Button>
        </div>
      }
    >
      <DemoNote />
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      {rows === undefined &&
        (error === undefined ? (
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        ) : (
          <LoadFailure error={error} onRetry={editor.refetch} />
        ))}
      {rows?.length === 0 && <p className="sy-text2">{t('views.none')}</p>}
      {rows !== undefined && rows.length > 0 && (
        <>
          <p className="sy-text2 sy-view-hint">{t('views.hint')}</p>
          <ConfigProvider componentDisabled={refused}>
            <Lines editor={editor} rows={rows} onDelete={setDeleting} />
          </ConfigProvider>
        </>
      )}
      {deleting !== null && (
        <AskDialog
          title={t('delete.title', { name: deleting.stored })}
          button={t('views.delete')}
          onConfirm={() => editor.remove(deleting.id)}
          onClosed={() => setDeleting(null)}
        >
          <p className="sy-text2">{t('views.deleteText')}</p>
        </AskDialog>
      )}
    </Dialog>
  );
}
