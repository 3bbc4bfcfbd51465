import type { Runner, RunnerCaches } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RunnerScope, useListRunnerCachesQuery } from '../../api/runners-api.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { Dialog } from '../../components/dialogs/dialog.js';
import { Moment } from '../../components/display/moment.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { useBytes } from '../../lib/use-size.js';
import { type CacheRow, CacheOwner, ClearOne, useCacheColumns } from './cache-columns.js';

/** How much of their limit all caches take. */
function CachesTotal({ caches: { total, limit, measured } }: { caches: RunnerCaches }) {
  const { t } = useTranslation();
  const bytes = useBytes();
  return (
    <div className="ru-caches">
      <div className="sy-row">
        <b>{bytes(total)}</b>
        <span className="sy-text2">
          {limit === 0 ? t('project.unlimited') : t('runners.ofLimit', { limit: bytes(limit) })}
        </span>
        <span className="sy-grow" />
        <span className="sy-text3">
          {t('caches.measured')} <Moment value={measured} />
        </span>
      </div>
      {limit > 0 && (
        <div className="ru-meter" data-tone="blue" aria-hidden>
          <div style={{ width: `${Math.min(100, (total / limit) * 100)}%` }} />
        </div>
      )}
    </div>
  );
}

interface RunnerCachesDialogProps {
  scope: RunnerScope;
  runner: Runner;
  onClosed: () => void;
}

/** Caches of a runner between tasks: size and last use by project, and the limit of all. */
export function RunnerCachesDialog({ scope, runner: { id, name }, onClosed }: RunnerCachesDialogProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = useListRunnerCachesQuery({ scope, id });
  const close = (): void => setOpen(false);
  const mayClear = scope === null;
  const columns = useCacheColumns(mayClear);
  const rows = data?.caches.map((cache): CacheRow => ({ ...cache, runnerId: id, measured: data.measured }));
  const emptyText = data?.measured === null ? t('caches.unknown') : t('caches.emptyText');
  return (
    <Dialog
      open={open}
      width={800}
      maskCloses
      title={t('caches.title', { name })}
      onClose={close}
      afterClose={onClosed}
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside" />
          <Button onClick={close}>{t('common.close')}</Button>
        </div>
      }
    >
      <p className="sy-text2 sy-lead">{t('caches.text')}</p>
      {data !== undefined && data.measured !== null && <CachesTotal caches={data} />}
      <div className="sy-bleed">
        <DataTable<CacheRow>
          label={t('caches.title', { name })}
          rows={rows}
          rowKey={({ project_id: project }) => project}
          error={error}
          onRetry={() => void refetch()}
          density="tight"
          empty={<EmptyState title={t('caches.emptyTitle')} text={emptyText} />}
          columns={columns}
          narrowRow={(cache) => (
            <NarrowRow
              title={<CacheOwner cache={cache} />}
              meta={<CacheMeta cache={cache} />}
              action={mayClear && <ClearOne cache={cache} />}
            />
          )}
        />
      </div>
    </Dialog>
  );
}

function CacheMeta({ cache: { bytes, used } }: { cache: CacheRow }) {
  const size = useBytes();
  return (
    <>
      <span className="sy-num">{size(bytes)}</span>
      <Moment value={used} />
    </>
  );
}
