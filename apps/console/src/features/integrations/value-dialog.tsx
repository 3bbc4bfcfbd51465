import { EXTRACTED_TASK_MEMBERS, type ExtractedValue, ExtractedValueInput } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type IntegrationRef, useSaveValueMutation } from '../../api/integrations-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { emptyAt, formIssues } from '../../lib/form-issues.js';
import { PlaceFields } from './part-fields.js';

type Values = Omit<ExtractedValue, 'id' | 'integration_id'>;

const FRESH: Values = {
  name: '',
  value_source: 'body',
  body_data_type: 'json',
  key: '',
  variable: '',
  variable_type: 'environment',
};

const valuesOf = ({ name, value_source, body_data_type, key, variable, variable_type }: ExtractedValue): Values => ({
  name,
  value_source,
  body_data_type: body_data_type ?? 'json',
  key,
  variable,
  variable_type,
});

function VariableFields() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Values>();
  const type = Form.useWatch('variable_type', form);
  return (
    <div className="sy-halves">
      <Form.Item name="variable_type" label={t('integration.values.type')} required>
        <Select
          onChange={() => form.setFieldValue('variable', '')}
          options={(['environment', 'task'] as const).map((value) => ({
            value,
            label: t(`integration.variableTypes.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="variable" label={t('integration.values.variable')} required>
        {type === 'task' ? (
          <Select options={EXTRACTED_TASK_MEMBERS.map((value) => ({ value, label: value }))} />
        ) : (
          <Input className="sy-mono" maxLength={255} />
        )}
      </Form.Item>
    </div>
  );
}

interface ValueDialogProps {
  of: IntegrationRef;
  /** `null` = a new one. */
  row: ExtractedValue | null;
  onClosed: () => void;
}

/** New and edit of an extracted value. */
export function ValueDialog({ of, row, onClosed }: ValueDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveValueMutation();
  return (
    <FormDialog<Values>
      title={row === null ? t('integration.values.new') : t('integration.values.edit')}
      width={520}
      initial={row === null ? FRESH : valuesOf(row)}
      draft={{ name: draftName(`project/${of.projectId}/integrations/${of.id}/values`, row?.id) }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={valueIssues}
      onSubmit={(values) => save({ of, id: row?.id, body: ExtractedValueInput.parse(values) }).unwrap()}
      onClosed={onClosed}
    >
      <Form.Item name="name" label={t('integration.values.name')} required>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <PlaceFields part="value_source" label={t('integration.values.source')} />
      <VariableFields />
    </FormDialog>
  );
}

function valueIssues(values: Values) {
  const issues = formIssues(ExtractedValueInput, values);
  const first = (name: 'name' | 'variable') => (values[name].trim() === '' ? [emptyAt(name)] : []);
  const empty = [...first('name'), ...first('variable')];
  return [...empty, ...issues.filter(({ path }) => !empty.some((issue) => issue.path[0] === path[0]))];
}
