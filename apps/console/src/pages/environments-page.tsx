import { parseObject, type Environment } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListEnvironmentsQuery } from '../api/environments-api.js';
import { useProject } from '../components/page/project-context.js';
import { ResourcePage } from '../components/resource/resource-page.js';
import { late } from '../components/feedback/late.js';

const EnvironmentDialog = late(
  async () => (await import('../features/environments/environment-dialog.js')).EnvironmentDialog,
);

export function EnvironmentsPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const extra = (row: Environment): number => Object.keys(parseObject(row.json)).length;
  const env = (row: Environment): number => Object.keys(parseObject(row.env)).length;
  return (
    <ResourcePage<Environment>
      kind="environment"
      words={{
        title: t('nav.environment'),
        new: t('environment.newShort'),
        name: t('environment.name'),
        emptyTitle: t('environment.emptyTitle'),
        emptyText: t('environment.emptyText'),
      }}
      list={useListEnvironmentsQuery(projectId)}
      columns={[
        {
          key: 'extra',
          title: t('environment.extra'),
          sorter: (one, other) => extra(one) - extra(other),
          render: (row) => <span className="sy-num sy-text2">{extra(row)}</span>,
        },
        {
          key: 'env',
          title: t('environment.env'),
          sorter: (one, other) => env(one) - env(other),
          render: (row) => <span className="sy-num sy-text2">{env(row)}</span>,
        },
      ]}
      meta={(row) => t('environment.variableCount', { count: extra(row) + env(row) })}
      dialog={(row, onClosed) => <EnvironmentDialog projectId={projectId} row={row} onClosed={onClosed} />}
    />
  );
}
