import { StopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStopTaskMutation, type TaskRef } from '../../api/tasks-api.js';
import { SelectionBar } from '../../components/data-table/selection-bar.js';
import { BulkDialog } from '../../components/dialogs/bulk-dialog.js';

interface BulkStopProps {
  tasks: readonly (TaskRef & { name: string })[];
  onClear: () => void;
}

/** Stops the chosen tasks, after a question. */
export function BulkStop({ tasks, onClear }: BulkStopProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<BulkStopProps['tasks'] | null>(null);
  const [stop] = useStopTaskMutation();
  return (
    <>
      {tasks.length > 0 && (
        <SelectionBar count={tasks.length} onClear={onClear}>
          <Button danger icon={<StopOutlined aria-hidden />} onClick={() => setAsked(tasks)}>
            {t('log.stop')}
          </Button>
        </SelectionBar>
      )}
      {asked !== null && (
        <BulkDialog
          title={t('bulk.stopTitle')}
          button={t('log.stop')}
          danger
          items={asked.map(({ projectId, taskId, name }) => ({
            id: taskId,
            name: `#${taskId} ${name}`,
            send: () => stop({ projectId, taskId, force: false }).unwrap(),
          }))}
          onClosed={(isDone) => {
            setAsked(null);
            if (isDone) {
              onClear();
            }
          }}
        />
      )}
    </>
  );
}
