import { CONTAINER_ENGINE, type ReadyRunner, type RunnerApp } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListAppsQuery } from '../../api/apps-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { appTitle } from '../../components/brand/app-title.js';
import { useReadiness } from '../../components/page/use-readiness.js';
import { byName } from '../../lib/compare-text.js';

/** The part of a version that people compare; `5.2.15(1)-release` is 5.2.15. */
const NUMBER = /^\d[\d.]*/;

/** Each tool once: that of the local runner before the others. */
function distinctTools(runners: readonly ReadyRunner[]): RunnerApp[] {
  const tools = new Map<string, RunnerApp>();
  for (const app of runners.flatMap(({ apps }) => apps).filter(({ id }) => id !== CONTAINER_ENGINE)) {
    if (!tools.has(app.id)) {
      tools.set(app.id, app);
    }
  }
  return [...tools.values()];
}

/** The tools that tasks of a project find, on the local runner or on all that are online. */
export function ReadyTools({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const data = useReadiness(projectId);
  const { data: apps = [] } = useListAppsQuery();
  if (data === undefined) {
    return null;
  }
  const local = data.runners.filter(({ local }) => local);
  const runners = local.length > 0 ? local : data.runners;
  const titleOf = (id: string): string => appTitle(apps.find((app) => app.id === id) ?? { id, title: '' });
  const tools = distinctTools(runners).map(({ id, version }) => ({ id, version, name: titleOf(id) }));
  if (runners.length === 0) {
    return <p className="sy-text2">{t('readiness.noRunner')}</p>;
  }
  const title = local.length > 0 ? t('readiness.local') : t('readiness.online', { count: runners.length });
  return (
    <section className="sy-tools" aria-label={title}>
      <span className="sy-text2">{title}</span>
      <ul>
        {byName(tools).map(({ id, version, name }) => (
          <li key={id}>
            <AppMark app={id} size={16} />
            {name}
            <small>{NUMBER.exec(version)?.[0]}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
