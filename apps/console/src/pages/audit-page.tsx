import type { AuditRecord } from '@switchyard/contracts';
import { DownloadOutlined, SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type AuditChoice, auditExportPath, useListAuditQuery } from '../api/audit-api.js';
import { BackButton } from '../components/actions/back-button.js';
import { DataTable } from '../components/data-table/data-table.js';
import { KeysetPager } from '../components/data-table/keyset-pager.js';
import { pageQuery } from '../components/data-table/keyset.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { useKeyset, useUrlCursor } from '../components/data-table/use-keyset.js';
import { Moment } from '../components/display/moment.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { auditColumns, OutcomeTag, What, Who } from '../features/audit/audit-cells.js';
import { AuditFilters, useAuditFilter } from '../features/audit/audit-filters.js';
import { NotFoundPage } from './not-found-page.js';
import { late } from '../components/feedback/late.js';

const AuditDialog = late(async () => (await import('../features/audit/audit-dialog.js')).AuditDialog);

function ExportButtons({ choice }: { choice: AuditChoice }) {
  const { t } = useTranslation();
  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} href={auditExportPath(choice, 'csv')} download>
        CSV
      </Button>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        href={auditExportPath(choice, 'ndjson')}
        download
        title={t('audit.jsonLines')}
      >
        JSON
      </Button>
    </>
  );
}

function NarrowRecord({ record, action }: { record: AuditRecord; action: ReactNode }) {
  return (
    <NarrowRow
      title={<What record={record} />}
      meta={
        <>
          <OutcomeTag outcome={record.outcome} />
          <Who record={record} />
          <Moment value={record.at} />
        </>
      }
      action={action}
    />
  );
}

function Records({ chosen }: { chosen: ReturnType<typeof useAuditFilter> }) {
  const { t } = useTranslation();
  const list = useListAuditQuery({ ...chosen.choice, ...pageQuery(useUrlCursor()) });
  const { rows, ...pager } = useKeyset(list, ({ id }) => id);
  const [shown, setShown] = useState<AuditRecord | null>(null);
  const details = (record: AuditRecord): ReactNode => (
    <Button size="small" onClick={() => setShown(record)}>
      {t('audit.details')}
    </Button>
  );
  return (
    <>
      <DataTable<AuditRecord>
        label={t('shell.audit')}
        density="tight"
        rows={rows}
        rowKey={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        onRowClick={setShown}
        foot={<KeysetPager {...pager} />}
        empty={
          chosen.isFiltered ? (
            <EmptyState title={t('activity.noMatchTitle')} text={t('audit.noMatchText')}>
              <Button onClick={chosen.clear}>{t('filter.clear')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('audit.emptyTitle')} text={t('audit.subtitle')} />
          )
        }
        columns={auditColumns(t, details)}
        narrowRow={(record) => <NarrowRecord record={record} action={details(record)} />}
      />
      <Suspense fallback={null}>
        {shown !== null && <AuditDialog record={shown} onClosed={() => setShown(null)} />}
      </Suspense>
    </>
  );
}

/** Who did what on the whole server, newest first, 20 records a page; for administrators. */
export function AuditPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { admin } = useSessionUser();
  const chosen = useAuditFilter();
  if (!admin) {
    return <NotFoundPage />;
  }
  return (
    <>
      <PageHead title={t('shell.audit')} subtitle={t('audit.subtitle')} before={<BackButton />}>
        <Button icon={<SendOutlined aria-hidden />} onClick={() => void navigate('/audit/receivers')}>
          {t('audit.receivers.delivery')}
        </Button>
        <ExportButtons choice={chosen.choice} />
      </PageHead>
      <div className="sy-body">
        <AuditFilters chosen={chosen} />
        <Records chosen={chosen} />
      </div>
    </>
  );
}
