import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import type { TaskHost } from '@switchyard/contracts';
import { Input } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table/column.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { Dash } from '../../components/display/dash.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { isBad, sortedHosts } from './result-summary.js';

const COUNTERS = ['changed', 'failed', 'ignored', 'ok', 'rescued', 'skipped', 'unreachable'] as const;
const TONES = {
  ok: 'green',
  changed: 'gold',
  unreachable: 'red',
  failed: 'red',
  skipped: '',
  rescued: 'blue',
  ignored: '',
};

/** Rows that are shown at once; what is beyond is a page away, so that thousands of hosts freeze nothing. */
const PAGE_SIZE = 50;
/** From so many hosts on there is a filter. */
const FILTER_FROM = 10;

function HostName({ host, onHost }: { host: TaskHost; onHost: (host: string) => void }) {
  const { t } = useTranslation();
  const bad = isBad(host);
  return (
    <span className="sy-host" data-tone={bad ? 'red' : 'green'}>
      {bad ? <CloseOutlined aria-hidden /> : <CheckOutlined aria-hidden />}
      <button
        type="button"
        className="sy-host-name"
        title={t('log.summary.linesOf', { host: host.host })}
        onClick={() => onHost(host.host)}
      >
        <code>{host.host}</code>
      </button>
      <HiddenText text={bad ? t('log.summary.hostFailed') : t('log.summary.hostOk')} />
    </span>
  );
}

interface HostTableProps {
  hosts: readonly TaskHost[];
  /** Shows the log lines of a host. */
  onHost: (host: string) => void;
}

/** Statistics of each host. */
export function HostTable({ hosts, onHost }: HostTableProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(1);
  const rows = useMemo(
    () => sortedHosts(hosts).filter(({ host }) => host.toLowerCase().includes(wanted.trim().toLowerCase())),
    [hosts, wanted],
  );
  const columns: Column<TaskHost>[] = [
    { key: 'host', title: t('log.summary.host'), render: (host) => <HostName host={host} onHost={onHost} /> },
    ...COUNTERS.map((counter): Column<TaskHost> => ({
      key: counter,
      title: t(`log.summary.${counter}`),
      align: 'right',
      width: 96,
      render: (host) => (host[counter] === 0 ? <Dash /> : <span data-tone={TONES[counter]}>{host[counter]}</span>),
    })),
  ];
  return (
    <>
      {hosts.length >= FILTER_FROM && (
        <Input.Search
          className="sy-host-filter"
          allowClear
          aria-label={t('log.summary.filter')}
          placeholder={t('log.summary.filter')}
          onChange={({ target }) => {
            setWanted(target.value);
            setPage(1);
          }}
        />
      )}
      <div className="sy-host-table">
        <DataTable<TaskHost>
          label={t('log.summary.hosts')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          onRetry={() => undefined}
          density="tight"
          empty={<p className="sy-text3">{t('log.summary.noHosts')}</p>}
          narrowRow={(host) => (
            <NarrowRow
              title={<HostName host={host} onHost={onHost} />}
              meta={COUNTERS.filter((counter) => host[counter] > 0)
                .map((counter) => `${t(`log.summary.${counter}`)} ${host[counter]}`)
                .join(' · ')}
            />
          )}
          paging={{ page, pageSize: PAGE_SIZE, onPage: setPage }}
        />
      </div>
    </>
  );
}
