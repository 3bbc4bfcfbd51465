import { isPlanned, PULL_REQUEST_APPLIES } from '@switchyard/contracts';
import { Checkbox, Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { RunnerTagField } from '../../components/forms/runner-tag-field.js';
import { isAnsible, type TemplateValues } from './template-values.js';

/** Builds and deploys do not run on pull requests. */
export function PullRequestFields({ projectId, app }: { projectId: number; app: string }) {
  const { t } = useTranslation();
  const type = Form.useWatch<TemplateValues['type'] | undefined>('type');
  const family = isAnsible(app) ? 'ansible' : isPlanned(app) ? 'planned' : 'script';
  const runs = Form.useWatch<boolean | undefined>('pull_requests') ?? false;
  return type === '' ? (
    <>
      <Form.Item name="pull_requests" valuePropName="checked" extra={t(`template.pullRequestsHints.${family}`)}>
        <Checkbox>{t('template.pullRequests')}</Checkbox>
      </Form.Item>
      {runs && family === 'planned' && (
        <Form.Item
          name="pull_request_apply"
          label={t('template.pullRequestApply')}
          extra={t('template.pullRequestApplyHint')}
        >
          <Select
            options={PULL_REQUEST_APPLIES.map((value) => ({ value, label: t(`template.pullRequestApplies.${value}`) }))}
          />
        </Form.Item>
      )}
      {runs && (
        <RunnerTagField
          projectId={projectId}
          name="fork_runner_tag"
          label={t('template.forkRunnerTag')}
          hint={t('template.forkRunnerTagHint')}
          none={t('template.noForks')}
        />
      )}
    </>
  ) : null;
}
