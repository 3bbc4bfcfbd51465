import { CONFIRMATION_ROLES, DEFAULT_BACKEND_FILENAME, isPlanned, WORKSPACE_VARIABLE } from '@switchyard/contracts';
import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFeature } from '../../components/page/use-feature.js';
import { PullRequestFields } from './pull-request-fields.js';
import { SurveyList } from './survey-list.js';
import { hasBackend, isAnsible, type TemplateValues } from './template-values.js';
import { VaultList } from './vault-list.js';

function ListFault({ name }: { name: 'survey_vars' | 'vaults' }) {
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldError }) => (
        <p className="sy-field-fault" role="alert">
          {getFieldError(name)[0]}
        </p>
      )}
    </Form.Item>
  );
}

/** Who may confirm a plan. */
function ConfirmationFields() {
  const { t } = useTranslation();
  const byOther = Form.useWatch<boolean | undefined>('confirmation_by_other') ?? false;
  const runsOnPulls = Form.useWatch<boolean | undefined>('pull_requests') ?? false;
  const isOfPulls = byOther && runsOnPulls;
  return (
    <>
      <Form.Item name="confirmation_role" label={t('template.confirmationRole')}>
        <Select
          options={CONFIRMATION_ROLES.map((value) => ({ value, label: t(`template.confirmationRoles.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="confirmation_by_other"
        valuePropName="checked"
        extra={
          <>
            {t('template.confirmationHint')}
            {isOfPulls && <> {t('template.confirmationAuthorHint')}</>}
          </>
        }
      >
        <Checkbox>{t('template.confirmationByOther')}</Checkbox>
      </Form.Item>
    </>
  );
}

/** How a plan is decided about, and where the state is. */
function PlanFields({ app }: { app: string }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<TemplateValues>();
  const override = Form.useWatch(['task_params', 'override_backend'], form) ?? false;
  const mayOverrideBackend = useFeature('terraform_backend') === true && hasBackend(app);
  return (
    <>
      <h3 className="sy-next">{t('template.planAndState')}</h3>
      <ConfirmationFields />
      <div className="sy-lines">
        <Form.Item name={['task_params', 'auto_approve']} valuePropName="checked" noStyle>
          <Checkbox>{t('template.autoApproveAlways')}</Checkbox>
        </Form.Item>
        {mayOverrideBackend && (
          <Form.Item name={['task_params', 'override_backend']} valuePropName="checked" noStyle>
            <Checkbox>{t('template.overrideBackend')}</Checkbox>
          </Form.Item>
        )}
      </div>
      {mayOverrideBackend && !override && <p className="sy-form-hint">{t('template.overrideBackendHint')}</p>}
      {mayOverrideBackend && override && (
        <Form.Item
          name={['task_params', 'backend_filename']}
          label={t('template.backendFilename')}
          extra={t('template.workspaceHint', { variable: WORKSPACE_VARIABLE })}
        >
          <Input className="sy-mono" placeholder={DEFAULT_BACKEND_FILENAME} spellCheck={false} />
        </Form.Item>
      )}
    </>
  );
}

/** How long a task may run and take to end, and how many at once. */
function LimitFields() {
  const { t } = useTranslation();
  return (
    <>
      <h3 className="sy-next">{t('template.limits')}</h3>
      <Form.Item name="timeout_minutes" label={t('template.timeout')} extra={t('template.timeoutHint')}>
        <InputNumber controls={false} min={0} max={43_200} precision={0} style={{ width: 120 }} />
      </Form.Item>
      <Form.Item name="stop_grace_seconds" label={t('template.stopGrace')} extra={t('template.stopGraceHint')}>
        <InputNumber controls={false} min={1} max={3_600} precision={0} style={{ width: 120 }} />
      </Form.Item>
      <Form.Item name="allow_parallel_tasks" valuePropName="checked">
        <Checkbox>{t('template.allowParallel')}</Checkbox>
      </Form.Item>
    </>
  );
}

interface AskedFieldsProps {
  projectId: number;
  app: string;
  /** Absent: a new one. */
  templateId: number | undefined;
}

/** Third column: survey variables, vaults, plan, limits, alerts. */
export function AskedFields({ projectId, app, templateId }: AskedFieldsProps) {
  const { t } = useTranslation();
  return (
    <section>
      <h3>
        {t('template.asked')} <span className="sy-text2">{t('template.survey')}</span>
      </h3>
      <div data-field="survey_vars">
        <Form.Item name="survey_vars" noStyle>
          <SurveyList draft={`project/${projectId}/questions/${templateId ?? `new.${app}`}`} />
        </Form.Item>
        <ListFault name="survey_vars" />
      </div>
      {isAnsible(app) && (
        <>
          <h3 className="sy-next">{t('template.vaults')}</h3>
          <div data-field="vaults">
            <Form.Item name="vaults" noStyle>
              <VaultList projectId={projectId} />
            </Form.Item>
            <ListFault name="vaults" />
          </div>
        </>
      )}
      {isPlanned(app) && <PlanFields app={app} />}
      <LimitFields />
      <PullRequestFields projectId={projectId} app={app} />
      <h3 className="sy-next">{t('template.alerts')}</h3>
      <Form.Item name="suppress_success_alerts" valuePropName="checked" noStyle>
        <Checkbox>{t('template.suppressSuccess')}</Checkbox>
      </Form.Item>
    </section>
  );
}
