import { MATCH_METHODS, type Matcher, MatcherInput } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type IntegrationRef, useSaveMatcherMutation } from '../../api/integrations-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { emptyAt, formIssues } from '../../lib/form-issues.js';
import { PlaceFields } from './part-fields.js';

type Values = Omit<Matcher, 'id' | 'integration_id'>;

const FRESH: Values = {
  name: '',
  match_type: 'body',
  body_data_type: 'json',
  key: '',
  method: 'equals',
  value: '',
};

const valuesOf = ({ name, match_type, body_data_type, key, method, value }: Matcher): Values => ({
  name,
  match_type,
  body_data_type: body_data_type ?? 'json',
  key,
  method,
  value,
});

interface MatcherDialogProps {
  of: IntegrationRef;
  /** `null` = a new one. */
  row: Matcher | null;
  onClosed: () => void;
}

/** New and edit of a condition. */
export function MatcherDialog({ of, row, onClosed }: MatcherDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveMatcherMutation();
  return (
    <FormDialog<Values>
      title={row === null ? t('integration.matchers.new') : t('integration.matchers.edit')}
      width={520}
      initial={row === null ? FRESH : valuesOf(row)}
      draft={{ name: draftName(`project/${of.projectId}/integrations/${of.id}/matchers`, row?.id) }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={matcherIssues}
      onSubmit={(values) => save({ of, id: row?.id, body: MatcherInput.parse(values) }).unwrap()}
      onClosed={onClosed}
    >
      <Form.Item name="name" label={t('integration.matchers.name')} required>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <PlaceFields part="match_type" label={t('integration.matchers.on')} />
      <div className="sy-halves">
        <Form.Item name="method" label={t('integration.matchers.method')} required>
          <Select options={MATCH_METHODS.map((value) => ({ value, label: t(`integration.methods.${value}`) }))} />
        </Form.Item>
        <Form.Item name="value" label={t('integration.matchers.value')} required>
          <Input maxLength={1000} />
        </Form.Item>
      </div>
    </FormDialog>
  );
}

function matcherIssues(values: Values) {
  const issues = formIssues(MatcherInput, values);
  const first = (name: 'name' | 'value') => (values[name].trim() === '' ? [emptyAt(name)] : []);
  const empty = [...first('name'), ...first('value')];
  return [...empty, ...issues.filter(({ path }) => !empty.some((issue) => issue.path[0] === path[0]))];
}
