import { type Integration, withVisibleControls } from '@switchyard/contracts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListValuesQuery } from '../../api/integrations-api.js';
import { useListTemplatesQuery } from '../../api/templates-api.js';

const DECIDE_CODE: readonly string[] = ['git_branch', 'commit_hash'];

/** A template that does not let its webhooks choose the branch or commit that they bring. */
export function RefusedCode({ row }: { row: Integration }) {
  const { t } = useTranslation();
  const { data: values = [] } = useListValuesQuery({ projectId: row.project_id, id: row.id });
  const { data: templates = [] } = useListTemplatesQuery(row.project_id);
  const template = templates.find(({ id }) => id === row.template_id);
  const names = values.some(({ variable, variable_type: type }) => type === 'task' && DECIDE_CODE.includes(variable));
  if (!names || template === undefined || template.allow_override_branch_in_task) {
    return null;
  }
  const name = withVisibleControls(template.name);
  return <Alert type="warning" showIcon title={t('integration.codeNotAllowed', { name })} />;
}
