import { CaretRightFilled, FolderOutlined } from '@ant-design/icons';
import type { Template } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListViewsQuery } from '../api/views-api.js';
import { SelectionBar } from '../components/data-table/selection-bar.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { DemoGate } from '../components/session/demo-gate.js';
import { BulkRunDialog } from '../features/tasks/bulk-run-dialog.js';
import { BulkMoveDialog } from '../features/templates/bulk-move-dialog.js';

interface TemplateSelectionProps {
  templates: readonly Template[];
  onClear: () => void;
}

/** Actions on the chosen templates. */
export function TemplateSelection({ templates, onClear }: TemplateSelectionProps) {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const mayRun = usePermission('runProjectTasks');
  const mayManage = usePermission('manageProjectResources');
  const { data: views = [] } = useListViewsQuery(projectId);
  const [asked, setAsked] = useState<{ what: 'run' | 'move'; templates: readonly Template[] } | null>(null);
  const end = (isDone: boolean): void => {
    setAsked(null);
    if (isDone) {
      onClear();
    }
  };
  return (
    <>
      {templates.length > 0 && (
        <SelectionBar count={templates.length} onClear={onClear}>
          {mayRun && (
            <Button icon={<CaretRightFilled aria-hidden />} onClick={() => setAsked({ what: 'run', templates })}>
              {t('action.run')}
            </Button>
          )}
          {mayManage && (
            <DemoGate>
              <Button icon={<FolderOutlined aria-hidden />} onClick={() => setAsked({ what: 'move', templates })}>
                {t('bulk.move')}
              </Button>
            </DemoGate>
          )}
        </SelectionBar>
      )}
      {asked?.what === 'run' && <BulkRunDialog templates={asked.templates} onClosed={end} />}
      {asked?.what === 'move' && <BulkMoveDialog templates={asked.templates} views={views} onClosed={end} />}
    </>
  );
}
