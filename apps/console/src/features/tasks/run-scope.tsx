import { appFamily, type TaskWithTemplate, type Template } from '@switchyard/contracts';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListTaskHostsQuery } from '../../api/tasks-api.js';
import { useFeature } from '../../components/page/use-feature.js';
import { useInventoryName } from '../../components/resource/use-inventory-name.js';
import { useResourceNames } from '../../components/resource/use-resource-names.js';
import { Moment } from '../../components/display/moment.js';
import { StatusLabel } from '../../components/task/status-label.js';
import { durationText } from '../../lib/duration-text.js';
import { listText } from '../../lib/list-text.js';
import { useLocale } from '../../lib/use-locale.js';
import type { RunValues } from './run-values.js';
import { useUsualRun } from './use-usual-run.js';

interface RunScopeProps {
  projectId: number;
  template: Template;
}

/** Scope of a run: code, branch and inventory that it would touch, how the last run ended and how long it usually takes. */
export function RunScope({ projectId, template }: RunScopeProps) {
  return (
    <div className="sy-run-scope">
      <Target projectId={projectId} template={template} />
      <LastRun projectId={projectId} template={template} />
    </div>
  );
}

function Target({ projectId, template }: RunScopeProps) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<RunValues>();
  const names = useResourceNames(projectId);
  const branch = Form.useWatch('git_branch', form) || template.git_branch;
  const inventory = useInventoryName(template, Form.useWatch('inventory_id', form) ?? template.inventory_id);
  const limit = Form.useWatch('limit', form) ?? [];
  const repository = names.repository(template.repository_id);
  const named = !['', '.'].includes(template.playbook);
  return (
    <p>
      {named && <code>{template.playbook}</code>}
      {branch && <> @ {branch}</>}
      {named && repository !== undefined && <span className="sy-text2"> {t('run.of', { name: repository })}</span>}
      {!named && repository}
      {inventory !== undefined && <> {t('run.on', { name: inventory })}</>}
      {limit.length > 0 && <span className="sy-text2"> {t('run.limitedTo', { hosts: listText(limit) })}</span>}
    </p>
  );
}

function LastRun({ projectId, template }: RunScopeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { last, usualMs } = useUsualRun(projectId, template.id);
  if (!last) {
    return <p className="sy-run-last sy-text3">{last === null && t('run.first')}</p>;
  }
  return (
    <p className="sy-run-last">
      <span className="sy-text3">{t('run.last')}</span> <StatusLabel status={last.status} />
      <HostCount task={last} />
      <span className="sy-text3">
        <Moment value={last.end} />
      </span>
      {usualMs !== null && (
        <span className="sy-text3">{t('run.usually', { duration: durationText(usualMs, locale) })}</span>
      )}
    </p>
  );
}

/** How many hosts a run of Ansible has touched; an inventory alone does not show how many it names. */
function HostCount({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const { project_id: projectId, id: taskId, tpl_app: app } = task;
  const skip = useFeature('task_result') === false || appFamily(app) !== 'ansible';
  const { data = [] } = useListTaskHostsQuery({ projectId, taskId }, { skip });
  return data.length === 0 ? null : (
    <span className="sy-text3">{t('log.summary.onHosts', { count: data.length })}</span>
  );
}
