import { effectiveApp, isPlanned, own, withVisibleControls } from '@switchyard/contracts';
import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { useListViewsQuery } from '../../api/views-api.js';
import { BranchInput } from '../../components/forms/branch-input.js';
import { CommitFields } from './commit-fields.js';
import { buildTemplates, isAnsible, type TemplateValues } from './template-values.js';
import { ForgeTokenField } from './forge-token-field.js';
import { IdTokenFields } from './id-token-fields.js';
import { FileInput } from './file-input.js';

function BuildFields() {
  const { t } = useTranslation();
  return (
    <Form.Item name="start_version" label={t('template.startVersion')} required extra={t('template.startVersionHint')}>
      <Input className="sy-mono" placeholder="0.0.0" spellCheck={false} />
    </Form.Item>
  );
}

function DeployFields({ projectId, self }: { projectId: number; self: number | null }) {
  const { t } = useTranslation();
  const { data: templates = [], isLoading } = useListTemplatesQuery(projectId);
  return (
    <>
      <Form.Item name="build_template_id" label={t('template.buildTemplate')} required>
        <ResourceSelect kind="build" loading={isLoading} rows={buildTemplates(templates, self)} />
      </Form.Item>
      <Form.Item name="autorun" valuePropName="checked">
        <Checkbox>{t('template.autorun')}</Checkbox>
      </Form.Item>
    </>
  );
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  ansible: 'site.yml',
  python: 'run.py',
  powershell: 'run.ps1',
  terraform: 'live/network',
  tofu: 'live/network',
  terragrunt: 'live/network',
  pulumi: 'infra',
};

/** Field for `playbook`: a playbook, a script, or the directory of a configuration, which may be the root. */
function useFileField(app: string): { label: string; required: boolean; extra?: string } {
  const { t } = useTranslation();
  if (isPlanned(app)) {
    return { label: t('template.directory'), required: false, extra: t('template.directoryHint') };
  }
  return { label: isAnsible(app) ? t('template.playbook') : t('template.script'), required: true };
}

function SourceFields({ projectId, app }: { projectId: number; app: string }) {
  const { t } = useTranslation();
  const { data: repositories = [], isLoading } = useListGitRepositoriesQuery(projectId);
  const form = Form.useFormInstance<TemplateValues>();
  const chosen = Form.useWatch('repository_id', form);
  const file = useFileField(app);
  const branch = repositories.find(({ id }) => id === chosen)?.git_branch;
  const usual = branch === '' ? t('repository.defaultBranch') : t('template.repositoryBranch');
  return (
    <>
      <Form.Item name="playbook" {...file}>
        <FileInput
          projectId={projectId}
          repositoryId={chosen}
          placeholder={own(PLACEHOLDERS, effectiveApp(app)) ?? 'run.sh'}
        />
      </Form.Item>
      <Form.Item name="repository_id" label={t('template.repository')} required>
        <ResourceSelect kind="repository" loading={isLoading} rows={repositories} />
      </Form.Item>
      <Form.Item name="git_branch" label={t('template.branch')}>
        <BranchInput projectId={projectId} repositoryId={chosen} placeholder={branch || usual} />
      </Form.Item>
      <CommitFields repositories={repositories} />
      <ForgeTokenField projectId={projectId} />
      <IdTokenFields />
    </>
  );
}

function ViewField({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const { data: views = [], isLoading } = useListViewsQuery(projectId);
  return (
    <Form.Item name="view_id" label={t('template.view')}>
      <ResourceSelect
        kind="view"
        loading={isLoading}
        allowClear
        placeholder={t('template.noView')}
        rows={views.map(({ id, title }) => ({ id, name: withVisibleControls(title) }))}
      />
    </Form.Item>
  );
}

/** First column: the name, what is built or deployed, and the file that runs. */
export function WhatRunsFields({
  projectId,
  self,
  values,
}: {
  projectId: number;
  /** The stored template that is edited; null = a new one. */
  self: number | null;
  values: Pick<TemplateValues, 'app' | 'type'>;
}) {
  const { t } = useTranslation();
  return (
    <section>
      <h3>{t('template.whatRuns')}</h3>
      <Form.Item name="name" label={t('template.name')} required>
        <Input autoFocus />
      </Form.Item>
      <Form.Item name="description" label={t('template.description')}>
        <Input.TextArea rows={2} />
      </Form.Item>
      <ViewField projectId={projectId} />
      {values.type === 'build' && <BuildFields />}
      {values.type === 'deploy' && <DeployFields projectId={projectId} self={self} />}
      <SourceFields projectId={projectId} app={values.app} />
    </section>
  );
}
