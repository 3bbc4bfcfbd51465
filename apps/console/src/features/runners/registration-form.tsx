import { RegistrationTokenInput, type RegistrationTokenWithSecret } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCreateRegistrationTokenMutation } from '../../api/registration-tokens-api.js';
import { pathOf, type RunnerScope } from '../../api/runners-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { blankRegistration, LIVES, registrationIssues, type RegistrationValues } from './registration-values.js';
import { TagSelect } from './tag-select.js';

interface RegistrationFormProps {
  scope: RunnerScope;
  onCreated: (token: RegistrationTokenWithSecret) => void;
  onClosed: () => void;
}

/** Settings of the runner that registers with the token, and how long it may do so. */
export function RegistrationForm({ scope, onCreated, onClosed }: RegistrationFormProps) {
  const { t } = useTranslation();
  const [create] = useCreateRegistrationTokenMutation();
  const ofProject = scope !== null;
  return (
    <FormDialog<RegistrationValues>
      title={t('registration.new')}
      width={520}
      initial={blankRegistration}
      draft={{ name: `${pathOf({ scope, id: 0 })}/registration` }}
      submitText={t('common.create')}
      validate={(values) => registrationIssues(values, ofProject)}
      onSubmit={async (values) =>
        onCreated(await create({ scope, body: RegistrationTokenInput.parse(values) }).unwrap())
      }
      onClosed={onClosed}
    >
      <Form.Item name="name" label={t('registration.name')} required extra={t('registration.nameHint')}>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <Form.Item name="tags" label={t('runners.tags')} required={ofProject}>
        <TagSelect scope={scope} />
      </Form.Item>
      <Form.Item name="hours" label={t('registration.valid')}>
        <Select options={LIVES.map((hours) => ({ value: hours, label: t(`registration.lives.${hours}`) }))} />
      </Form.Item>
    </FormDialog>
  );
}
