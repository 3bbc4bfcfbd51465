import { type Integration, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListIntegrationsQuery } from '../api/integrations-api.js';
import { useListTemplatesQuery } from '../api/templates-api.js';
import { AppMark } from '../components/brand/app-mark.js';
import { useProject } from '../components/page/project-context.js';
import { ResourcePage } from '../components/resource/resource-page.js';
import { AliasList } from '../features/integrations/alias-list.js';
import { late } from '../components/feedback/late.js';

const EditIntegration = late(async () => (await import('./edit-integration.js')).EditIntegration);

function TemplateName({ row }: { row: Integration }) {
  const { projectId } = useProject();
  const { data: templates } = useListTemplatesQuery(projectId);
  const template = templates?.find(({ id }) => id === row.template_id);
  return (
    template && (
      <span className="sy-name">
        <AppMark app={template.app} />
        <Link className="sy-ellipsis" to={`/project/${projectId}/templates/${template.id}`}>
          {withVisibleControls(template.name)}
        </Link>
      </span>
    )
  );
}

function Auth({ row }: { row: Integration }) {
  const { t } = useTranslation();
  return <span className="sy-text2">{t(`integration.auths.${row.auth_method || 'none'}`)}</span>;
}

/** Templates that webhooks start, and the addresses that reach all of them that are searchable. */
export function IntegrationsPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  return (
    <ResourcePage<Integration>
      kind="integrations"
      permission="updateProject"
      words={{
        title: t('nav.integrations'),
        new: t('integration.new'),
        name: t('integration.name'),
        emptyTitle: t('integration.emptyTitle'),
        emptyText: t('integration.emptyText'),
      }}
      list={useListIntegrationsQuery(projectId)}
      pageOf={(row) => `/project/${projectId}/integrations/${row.id}`}
      above={
        <div className="in-above">
          <AliasList owner={{ projectId, integrationId: null }} />
        </div>
      }
      columns={[
        {
          key: 'template',
          title: t('integration.template'),
          ellipsis: true,
          render: (row) => <TemplateName row={row} />,
        },
        { key: 'auth', title: t('integration.auth'), ellipsis: true, render: (row) => <Auth row={row} /> },
        {
          key: 'searchable',
          title: t('integration.searchable'),
          width: 140,
          render: (row) => (
            <span className="sy-text2">{row.searchable ? t('integration.on') : t('integration.off')}</span>
          ),
        },
      ]}
      meta={(row) => <TemplateName row={row} />}
      dialog={(row, onClosed) => <EditIntegration id={row?.id ?? null} onClosed={onClosed} />}
    />
  );
}
