import { EditOutlined } from '@ant-design/icons';
import { type Template, TemplateDescriptionInput, withVisibleControls } from '@switchyard/contracts';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDescribeTemplateMutation } from '../../api/templates-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { formIssues } from '../../lib/form-issues.js';
import { issueText } from '../../lib/issue-text.js';
import { DemoGate } from '../../components/session/demo-gate.js';

interface EditorProps {
  template: Template;
  onClosed: () => void;
}

/** A refused text stays in the field. */
function DescriptionEditor({ template, onClosed }: EditorProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [text, setText] = useState(template.description ?? '');
  const [describe, { isLoading }] = useDescribeTemplateMutation();
  const fault = formIssues(TemplateDescriptionInput, { description: text }).map(issueText)[0];
  const save = async (): Promise<void> => {
    try {
      await describe({ projectId: template.project_id, id: template.id, description: text.trim() || null }).unwrap();
      onClosed();
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <div className="sy-description-editor">
      <Input.TextArea
        autoFocus
        autoSize={{ minRows: 2, maxRows: 10 }}
        value={text}
        status={fault === undefined ? '' : 'error'}
        aria-label={t('template.description')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClosed()}
      />
      {fault !== undefined && (
        <p className="sy-field-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="sy-row">
        <DemoGate>
          <Button
            size="small"
            type="primary"
            loading={isLoading}
            {...(fault !== undefined && { disabled: true })}
            onClick={() => void save()}
          >
            {t('common.save')}
          </Button>
        </DemoGate>
        <Button size="small" onClick={onClosed}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** The description, which those who manage resources edit in its place. */
export function TemplateDescription({ template }: { template: Template }) {
  const { t } = useTranslation();
  const mayManage = usePermission('manageProjectResources');
  const [editing, setEditing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  if (editing) {
    return (
      <DescriptionEditor
        template={template}
        onClosed={() => {
          setEditing(false);
          requestAnimationFrame(() => place.current?.querySelector('button')?.focus());
        }}
      />
    );
  }
  if (!template.description) {
    return (
      mayManage && (
        <div className="sy-description" ref={place}>
          <Button size="small" type="text" icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
            {t('template.addDescription')}
          </Button>
        </div>
      )
    );
  }
  return (
    <div className="sy-description" ref={place}>
      <p>{template.description.split('\n').map(withVisibleControls).join('\n')}</p>
      {mayManage && (
        <IconButton
          size="small"
          label={t('template.editDescription')}
          icon={<EditOutlined aria-hidden />}
          onClick={() => setEditing(true)}
        />
      )}
    </div>
  );
}
