import { APPROVER_ROLES, MAX_APPROVALS, MAX_WAIT_MINUTES, NODE_JOINS } from '@switchyard/contracts';
import { Checkbox, Form, type FormItemProps, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListMembersQuery } from '../../api/members-api.js';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { useProject } from '../../components/page/project-context.js';
import { AfterList } from './after-list.js';
import { ExpressionField, VariableFields } from './expression-fields.js';
import { freshNode, nodeIssues, nodeNameOf, type NodeValues } from './workflow-values.js';

const KINDS = ['template', 'approval', 'condition', 'delay', 'note'] as const;

/** The template, which gives a node its first name. */
function TemplateFields({ others }: { others: readonly string[] }) {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const form = Form.useFormInstance<NodeValues>();
  const { data: templates = [], isLoading } = useListTemplatesQuery(projectId);
  const named = (id: number | null | undefined): void => {
    const template = templates.find((each) => each.id === id);
    if (template && form.getFieldValue('node') === '') {
      form.setFieldValue('node', nodeNameOf(template.name, others));
    }
  };
  return (
    <>
      <Form.Item name="template_id" label={t('task.template')} required>
        <ResourceSelect kind="template" loading={isLoading} rows={templates} onSelect={named} />
      </Form.Item>
      <Form.Item name="environment" label={t('run.variables')} extra={t('run.variablesHint')}>
        <Input.TextArea className="sy-mono" autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} />
      </Form.Item>
      <VariableFields />
    </>
  );
}

type NumberFieldProps = Pick<FormItemProps, 'label' | 'extra' | 'required'> & {
  name: 'approvals_needed' | 'deadline_minutes' | 'delay_minutes';
  max?: number;
};

/** A whole number from 1 on. @param max by itself the longest time in minutes */
function NumberField({ max = MAX_WAIT_MINUTES, ...item }: NumberFieldProps) {
  return (
    <Form.Item {...item}>
      <InputNumber controls={false} min={1} max={max} precision={0} style={{ width: 120 }} />
    </Form.Item>
  );
}

function ApprovalFields() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const { data: members = [], isLoading } = useListMembersQuery(projectId);
  return (
    <>
      <Form.Item name="role" label={t('workflow.role')}>
        <Select
          options={[
            ...APPROVER_ROLES.map((value) => ({ value, label: t(`template.confirmationRoles.${value}`) })),
            { value: '', label: t('workflow.noRole') },
          ]}
        />
      </Form.Item>
      <Form.Item name="user_ids" label={t('workflow.people')}>
        <Select
          mode="multiple"
          loading={isLoading}
          showSearch={{ optionFilterProp: 'label' }}
          options={members.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <NumberField name="approvals_needed" label={t('workflow.approvalsNeeded')} max={MAX_APPROVALS} />
      <div className="sy-checks">
        <Form.Item name="four_eyes" valuePropName="checked" noStyle>
          <Checkbox>{t('workflow.fourEyes')}</Checkbox>
        </Form.Item>
        <Form.Item name="reason_required" valuePropName="checked" noStyle>
          <Checkbox>{t('workflow.reasonRequired')}</Checkbox>
        </Form.Item>
      </div>
      <NumberField name="deadline_minutes" label={t('workflow.deadline')} extra={t('workflow.deadlineHint')} />
    </>
  );
}

function StartFields({ nodes }: { nodes: readonly NodeValues[] }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<NodeValues>();
  const after = Form.useWatch('after', form) ?? [];
  return (
    <>
      <Form.Item name="after" label={t('workflow.after')} extra={after.length === 0 && t('workflow.first')}>
        <AfterList nodes={nodes} />
      </Form.Item>
      {after.length > 1 && (
        <Form.Item name="join" label={t('workflow.join')}>
          <Select options={NODE_JOINS.map((value) => ({ value, label: t(`workflow.joins.${value}`) }))} />
        </Form.Item>
      )}
    </>
  );
}

/** The fields that the kind of the node has. */
function KindFields({ nodes, others }: { nodes: readonly NodeValues[]; others: readonly string[] }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<NodeValues>();
  const kind = Form.useWatch('kind', form) ?? 'template';
  const isNote = kind === 'note';
  return (
    <>
      {kind === 'template' && <TemplateFields others={others} />}
      <div className="sy-halves">
        <Form.Item name="node" label={t('workflow.node')} required extra={t('workflow.nodeHint')}>
          <Input className="sy-mono" spellCheck={false} maxLength={64} />
        </Form.Item>
        {!isNote && (
          <Form.Item name="name" label={t('workflow.title')}>
            <Input maxLength={255} />
          </Form.Item>
        )}
      </div>
      {isNote && (
        <Form.Item name="text" label={t('workflow.text')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={16_384} />
        </Form.Item>
      )}
      {kind === 'approval' && <ApprovalFields />}
      {kind === 'condition' && <ExpressionField />}
      {kind === 'delay' && <NumberField name="delay_minutes" label={t('workflow.delay')} required />}
      {!isNote && <StartFields nodes={nodes} />}
    </>
  );
}

interface NodeDialogProps {
  /** `null` = a new one. */
  node: NodeValues | null;
  /** The other nodes of the workflow. */
  nodes: readonly NodeValues[];
  onSave: (node: NodeValues) => void;
  onClosed: () => void;
}

/** One node of a workflow: what it does, and after which others. A new one starts after the last that is there. */
export function NodeDialog({ node, nodes, onSave, onClosed }: NodeDialogProps) {
  const { t } = useTranslation();
  const others = nodes.map((each) => each.node);
  const last = nodes.findLast(({ kind }) => kind !== 'note');
  const fresh: NodeValues = { ...freshNode, after: last ? [{ from: last.node, on: 'success' }] : [] };
  return (
    <FormDialog<NodeValues>
      title={node === null ? t('workflow.addNode') : t('workflow.editNode')}
      width={520}
      initial={node ?? fresh}
      draft={null}
      submitText={node === null ? t('common.add') : t('common.apply')}
      validate={(values) => nodeIssues(values, others)}
      onSubmit={async (values) => onSave(values)}
      onClosed={onClosed}
    >
      <Form.Item name="kind" label={t('workflow.kind')}>
        <Select options={KINDS.map((value) => ({ value, label: t(`workflow.kinds.${value}`) }))} />
      </Form.Item>
      <KindFields nodes={nodes} others={others} />
    </FormDialog>
  );
}
