import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetReadinessQuery, useListProjectsQuery } from '../../api/projects-api.js';
import { useLiveList } from '../../api/live-lists.js';
import { type RunnerScope, useListRunnersQuery, useListWantedTagsQuery } from '../../api/runners-api.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { late } from '../../components/feedback/late.js';
import { FleetStrip } from './fleet-strip.js';
import './runners.css';
import { RunnerTable, type RunnerHandlers } from './runner-table.js';
import { useRunnerDialogs, type RunnerDialogs as Dialogs } from './use-runner-dialogs.js';

const RunnerDialogs = late(async () => (await import('./runner-dialogs.js')).RunnerDialogs);

function useProjectName(scope: RunnerScope): (id: number | null) => string {
  const { t } = useTranslation();
  const { data: projects = [] } = useListProjectsQuery(undefined, { skip: scope !== null });
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? t('runners.allProjects') : (names.get(id) ?? `#${id}`));
}

const handlersOf = ({ open }: Dialogs): RunnerHandlers => ({
  edit: (row) => open({ kind: 'form', row }),
  rotate: (row) => open({ kind: 'rotate', row }),
  renewSecret: (row) => open({ kind: 'renewSecret', row }),
  caches: (row) => open({ kind: 'caches', row }),
  deliveries: (row) => open({ kind: 'deliveries', row }),
  remove: (row) => open({ kind: 'delete', row }),
});

interface NoRunnersProps {
  scope: RunnerScope;
  mayManage: boolean;
  children: ReactNode;
}

/** Tasks of a project without runners of its own may be run by those of the server. */
function NoRunners({ scope, mayManage, children }: NoRunnersProps) {
  const { t } = useTranslation();
  const { data: ready } = useGetReadinessQuery(scope ?? 0, { skip: scope === null });
  const served = ready !== undefined && ready.runners.length > 0;
  const words = mayManage ? t('runners.emptyText') : t('runners.emptyReader');
  return (
    <EmptyState title={t('runners.emptyTitle')} text={served ? `${t('runners.served')} ${words}` : words}>
      {children}
    </EmptyState>
  );
}

interface RunnersViewProps {
  scope: RunnerScope;
  mayManage: boolean;
  /** Frame above the list: given the buttons, or nothing for readers. */
  head: (buttons: ReactNode, figures: ReactNode) => ReactNode;
}

/** The fleet: figures, list and dialogs, of one project or of the installation. */
export function RunnersView({ scope, mayManage, head }: RunnersViewProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListRunnersQuery(scope);
  const { data: wanted = [] } = useListWantedTagsQuery(scope);
  useLiveList({ of: 'runners', scope });
  const dialogs = useRunnerDialogs();
  const projectName = useProjectName(scope);
  const create = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => dialogs.open({ kind: 'form', row: null })}
    >
      {t('runners.new')}
    </Button>
  );
  const isEmpty = data?.length === 0;
  const hasFigures = data !== undefined && (!isEmpty || wanted.length > 0);
  const buttons = mayManage && (
    <>
      <Button onClick={() => dialogs.open({ kind: 'tokens' })}>{t('registration.title')}</Button>
      {!isEmpty && create}
    </>
  );
  return (
    <>
      {head(buttons, hasFigures && <FleetStrip runners={data} wanted={wanted} />)}
      <div className="sy-body">
        <RunnerTable
          scope={scope}
          rows={data}
          error={error}
          onRetry={() => void refetch()}
          handlers={mayManage ? handlersOf(dialogs) : null}
          projectName={projectName}
          empty={
            <NoRunners scope={scope} mayManage={mayManage}>
              {mayManage && create}
            </NoRunners>
          }
        />
      </div>
      <Suspense fallback={null}>{dialogs.state !== null && <RunnerDialogs scope={scope} dialogs={dialogs} />}</Suspense>
    </>
  );
}
