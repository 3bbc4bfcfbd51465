import { DeleteOutlined, DownOutlined, EditOutlined } from '@ant-design/icons';
import type { Inventory, Template } from '@switchyard/contracts';
import { Button, Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChangeWorkspaceMutation } from '../../api/workspaces-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { PopupMenu } from '../../components/actions/popup-menu.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { DemoGate } from '../../components/session/demo-gate.js';

export type WorkspaceDialogName = 'new' | 'attach' | 'edit' | 'delete';

interface WorkspaceBarProps {
  template: Template;
  workspaces: readonly Inventory[];
  /** The one on screen. */
  chosen: Inventory | undefined;
  onChoose: (id: number) => void;
  onOpen: (dialog: WorkspaceDialogName) => void;
}

function AddMenu({ onOpen }: Pick<WorkspaceBarProps, 'onOpen'>) {
  const { t } = useTranslation();
  return (
    <PopupMenu
      placement="bottomLeft"
      width={240}
      label={t('workspace.add')}
      trigger={(props) => (
        <Button {...props} icon={<DownOutlined aria-hidden />} iconPlacement="end">
          {t('workspace.add')}
        </Button>
      )}
    >
      {(close) =>
        (['new', 'attach'] as const).map((name) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            className="sy-menu-item"
            onClick={() => {
              close();
              onOpen(name);
            }}
          >
            {t(name === 'new' ? 'workspace.new' : 'workspace.attachTitle')}
          </button>
        ))
      }
    </PopupMenu>
  );
}

function ChosenActions({
  template,
  chosen,
  onOpen,
}: Pick<WorkspaceBarProps, 'template' | 'onOpen'> & { chosen: Inventory }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [change, { isLoading }] = useChangeWorkspaceMutation();
  const ref = { projectId: template.project_id, templateId: template.id, inventoryId: chosen.id };
  const apply = (what: 'detach' | 'set_default'): void =>
    void change({ ...ref, change: what })
      .unwrap()
      .catch(notify.error);
  return (
    <>
      {chosen.template_id === template.id && (
        <>
          <DemoGate>
            <Button
              {...(chosen.id === template.inventory_id && { disabled: true })}
              loading={isLoading}
              onClick={() => apply('set_default')}
            >
              {t('workspace.makeDefault')}
            </Button>
          </DemoGate>
          <DemoGate>
            <Button onClick={() => apply('detach')}>{t('workspace.detach')}</Button>
          </DemoGate>
        </>
      )}
      <IconButton label={t('workspace.edit')} icon={<EditOutlined aria-hidden />} onClick={() => onOpen('edit')} />
      <IconButton
        label={t('workspace.delete')}
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => onOpen('delete')}
      />
    </>
  );
}

/** Which workspace is on screen, and what can be done with it. */
export function WorkspaceBar({ template, workspaces, chosen, onChoose, onOpen }: WorkspaceBarProps) {
  const { t } = useTranslation();
  const mayManage = usePermission('manageProjectResources');
  return (
    <div className="ws-bar">
      <Select
        className="ws-select"
        aria-label={t('template.workspace')}
        placeholder={t('workspace.none')}
        {...(chosen ? { value: chosen.id } : {})}
        onChange={onChoose}
        options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
        optionRender={({ value, label }) => (
          <>
            {label} {value === template.inventory_id && <Tag>{t('workspace.default')}</Tag>}
          </>
        )}
      />
      {chosen && chosen.id === template.inventory_id && <Tag>{t('workspace.default')}</Tag>}
      {mayManage && <AddMenu onOpen={onOpen} />}
      {mayManage && chosen && <ChosenActions template={template} chosen={chosen} onOpen={onOpen} />}
    </div>
  );
}
