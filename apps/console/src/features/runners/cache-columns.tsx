import { type RunnerCache, withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useClearProjectOnRunnerMutation } from '../../api/runners-api.js';
import type { Column } from '../../components/data-table/column.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { Moment } from '../../components/display/moment.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useBytes } from '../../lib/use-size.js';
import { DemoGate } from '../../components/session/demo-gate.js';

/** A cache in the list, with the runner that has it and when it was measured. */
export interface CacheRow extends RunnerCache {
  runnerId: number;
  measured: string | null;
}

/** The project of a cache, which may be gone. */
export function CacheOwner({ cache: { project_id: id, project_name: name } }: { cache: RunnerCache }) {
  const { t } = useTranslation();
  return name === null ? (
    <span className="sy-text3">{t('caches.gone', { id })}</span>
  ) : (
    <b className="sy-member">{withVisibleControls(name)}</b>
  );
}

/** Requests that the runner clears what it keeps of this project; until it measures again the button waits. */
export function ClearOne({ cache: { runnerId, project_id: projectId, project_name, measured } }: { cache: CacheRow }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [clear, { isLoading }] = useClearProjectOnRunnerMutation();
  const [requestedAt, setRequestedAt] = useState<string | null>(null);
  const waits = requestedAt !== null && requestedAt === measured;
  const request = async (): Promise<void> => {
    try {
      await clear({ id: runnerId, projectId }).unwrap();
      setRequestedAt(measured);
    } catch (error) {
      notify.error(t('runners.cacheFailed', { message: errorMessage(error) }));
    }
  };
  return (
    <DemoGate>
      <Button
        size="small"
        loading={isLoading || waits}
        aria-label={t('runners.clearCacheNamed', { name: project_name ?? `#${projectId}` })}
        onClick={() => void request()}
      >
        {t('caches.clear')}
      </Button>
    </DemoGate>
  );
}

/** @param mayClear adds the buttons */
export function useCacheColumns(mayClear: boolean): Column<CacheRow>[] {
  const { t } = useTranslation();
  const bytes = useBytes();
  const clear: Column<CacheRow> = {
    key: 'actions',
    title: <HiddenText text={t('common.actions')} />,
    width: 110,
    align: 'right',
    render: (cache) => <ClearOne cache={cache} />,
  };
  return [
    {
      key: 'project',
      title: t('runners.project'),
      render: (cache) => <CacheOwner cache={cache} />,
    },
    {
      key: 'size',
      title: t('caches.size'),
      width: 110,
      render: (cache) => <span className="sy-num">{bytes(cache.bytes)}</span>,
    },
    {
      key: 'used',
      title: t('caches.used'),
      width: 170,
      render: ({ used }) => <Moment value={used} />,
    },
    ...(mayClear ? [clear] : []),
  ];
}
