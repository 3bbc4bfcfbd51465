import {
  HMAC_ALGORITHMS,
  type Integration,
  INTEGRATION_AUTH_METHODS,
  IntegrationInput,
  MAX_PATTERNS,
  needsAuthHeader,
  provesSender,
  type Sender,
  senderPreset,
  SENDERS,
  type Template,
} from '@switchyard/contracts';
import { Alert, AutoComplete, Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { useSaveIntegrationMutation } from '../../api/integrations-api.js';
import type { Stored } from '../../api/stored-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { type LaunchForm, storedLaunch, withoutSecretAnswers } from '../../components/forms/launch-form.js';
import { LaunchSection, TemplateField } from '../../components/forms/template-launch.js';
import { editedAs } from '../../components/forms/use-conflict.js';
import { integrationBody, integrationIssues, integrationValues, type IntegrationValues } from './integration-values.js';

interface IntegrationDialogProps {
  projectId: number;
  /** As it was read by itself; `null` = a new one. */
  stored: Stored<Integration> | null;
  readAgain?: () => Promise<Stored<Integration>>;
  templates: readonly Template[];
  launch: LaunchForm;
  /** Called with the id of a new one, `null` for a stored one. */
  onSaved?: (id: number | null) => void;
  onClosed: () => void;
}

/** Headers that usual senders use. */
const HEADERS = ['X-Gitlab-Token', 'X-Gitea-Signature', 'X-Hub-Signature-256', 'X-Hub-Signature'];

function SignatureFields({ withDigest }: { withDigest: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="auth_header" label={t('integration.header')} required>
        <AutoComplete options={HEADERS.map((value) => ({ value }))} maxLength={128} />
      </Form.Item>
      {withDigest && (
        <div className="sy-halves">
          <Form.Item name="hmac_algorithm" label={t('integration.algorithm')}>
            <Select options={HMAC_ALGORITHMS.map((value) => ({ value, label: value.toUpperCase() }))} />
          </Form.Item>
          <Form.Item name="hmac_prefix" label={t('integration.prefix')} extra={t('integration.prefixHint')}>
            <Input maxLength={32} />
          </Form.Item>
        </div>
      )}
    </>
  );
}

/** How senders prove themselves; each method shows what it needs. */
function AuthFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<IntegrationValues>();
  const method = Form.useWatch('auth_method', form);
  const { data: keys = [], isLoading } = useListKeysQuery(projectId);
  const passwords = keys.filter(({ type }) => type === 'login_password');
  const otherNone = method === 'none' ? '' : 'none';
  return (
    <>
      <Form.Item name="auth_method" label={t('integration.auth')} required>
        <Select
          options={INTEGRATION_AUTH_METHODS.filter((value) => value !== otherNone).map((value) => ({
            value,
            label: t(`integration.auths.${value || 'none'}`),
          }))}
        />
      </Form.Item>
      {method !== undefined && !provesSender(method) && (
        <Alert className="sy-dialog-alert" type="warning" showIcon title={t('integration.noAuth')} />
      )}
      {method !== undefined && needsAuthHeader(method) && <SignatureFields withDigest={method === 'hmac'} />}
      {method !== undefined && provesSender(method) && (
        <Form.Item name="auth_secret_id" label={t('integration.secret')} required extra={t('integration.secretHint')}>
          <ResourceSelect kind="key" loading={isLoading} rows={passwords} />
        </Form.Item>
      )}
      <Form.Item name="empty_answer" valuePropName="checked" extra={t('integration.emptyAnswerHint')}>
        <Checkbox>{t('integration.emptyAnswer')}</Checkbox>
      </Form.Item>
      <Form.Item name="stops_older" valuePropName="checked" extra={t('integration.stopsOlderHint')}>
        <Checkbox>{t('integration.stopsOlder')}</Checkbox>
      </Form.Item>
    </>
  );
}

/** Branches and files whose pushes start it. */
function PushFields() {
  const { t } = useTranslation();
  return (['branches', 'paths'] as const).map((name) => (
    <Form.Item key={name} name={name} label={t(`integration.${name}`)} extra={t(`integration.${name}Hint`)}>
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', ' ']}
        placeholder={name === 'branches' ? 'main, release/*' : 'infra/**, *.tf'}
        maxCount={MAX_PATTERNS}
      />
    </Form.Item>
  ));
}

/** Sets a new one to the pushes of a forge: the way of proving here, matchers and values when it is saved. */
function PresetField() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<IntegrationValues>();
  return (
    <Form.Item name="preset" label={t('integration.preset')} extra={t('integration.presetHint')}>
      <Select
        allowClear
        options={SENDERS.map((value) => ({ value, label: t(`integration.senders.${value}`) }))}
        onChange={(sender: Sender | undefined) => sender && form.setFieldsValue(senderPreset(sender).auth)}
      />
    </Form.Item>
  );
}

/** New and edit: name, template, how senders prove themselves, what it launches with. */
export function IntegrationDialog(props: IntegrationDialogProps) {
  const { projectId, stored, readAgain, templates, launch, onSaved, onClosed } = props;
  const row = stored?.row ?? null;
  const { t } = useTranslation();
  const [save] = useSaveIntegrationMutation();
  const only = templates.length === 1 ? templates[0] : undefined;
  const templateOf = (id: number | undefined) => templates.find((each) => each.id === id);
  const valuesOf = (of: Integration | null): IntegrationValues => {
    const values = integrationValues(of, only?.id);
    const template = templateOf(values.template_id);
    return { ...values, ...(template && launch.values(template, of && storedLaunch(of.task_params))) };
  };
  const bodyOf = (values: IntegrationValues): object => {
    const chosen = templateOf(values.template_id);
    return integrationBody(values, row, chosen ? launch.body(chosen, values) : {});
  };
  return (
    <FormDialog<IntegrationValues>
      title={row === null ? t('integration.new') : t('integration.edit')}
      width={520}
      initial={valuesOf(row)}
      edited={stored && readAgain ? editedAs(stored, readAgain, valuesOf) : undefined}
      draft={{
        name: draftName(`project/${projectId}/integrations`, row?.id),
        plain: (values) => withoutSecretAnswers(values, templateOf(values.template_id)),
      }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={integrationIssues}
      place={launch.place}
      onSubmit={async (values, tag) => {
        const body = IntegrationInput.parse(bodyOf(values));
        const saved = await save({ projectId, id: row?.id, tag, body }).unwrap();
        onSaved?.(saved?.id ?? null);
      }}
      onClosed={onClosed}
    >
      <Form.Item name="name" label={t('integration.name')} required>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <TemplateField label={t('integration.template')} templates={templates} launch={launch} />
      {row === null && <PresetField />}
      <AuthFields projectId={projectId} />
      <PushFields />
      <LaunchSection
        title={t('integration.params')}
        hint={<p className="sy-text2 in-hint">{t('integration.paramsHint')}</p>}
        templates={templates}
        launch={launch}
        row={row}
      />
    </FormDialog>
  );
}
