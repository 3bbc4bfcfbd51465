import { CheckCircleFilled, CloseCircleFilled, StopOutlined } from '@ant-design/icons';
import { type AuditOutcome, type AuditRecord, withVisibleControls } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListProjectsQuery } from '../../api/projects-api.js';
import type { Column } from '../../components/data-table/column.js';
import { Dash } from '../../components/display/dash.js';
import { Moment } from '../../components/display/moment.js';

const looks: Readonly<Record<AuditOutcome, { tone: string; icon: ReactNode }>> = {
  done: { tone: 'green', icon: <CheckCircleFilled aria-hidden /> },
  refused: { tone: 'orange', icon: <StopOutlined aria-hidden /> },
  failed: { tone: 'red', icon: <CloseCircleFilled aria-hidden /> },
};

export function OutcomeTag({ outcome }: { outcome: AuditOutcome }) {
  const { t } = useTranslation();
  const { tone, icon } = looks[outcome];
  return (
    <span className="sy-status" data-tone={tone}>
      {icon}
      <span>{t(`audit.outcomes.${outcome}`)}</span>
    </span>
  );
}

/** The login at that time. */
export const Who = ({ record: { username } }: { record: AuditRecord }) =>
  username === '' ? <Dash /> : withVisibleControls(username);

/** The name an object had, or got. */
function nameOf({ before, after }: AuditRecord): string | null {
  const name = after?.['name'] ?? before?.['name'];
  return typeof name === 'string' && name !== '' ? withVisibleControls(name) : null;
}

/** The kind, id and, where the record has it, the name of what was changed; `null` = the request was about no object. */
export const objectText = (record: AuditRecord): string | null =>
  record.object_id === null ? null : [record.object_type, record.object_id, nameOf(record)].filter(Boolean).join(' ');

/** The action, and what it was done to. */
export function What({ record }: { record: AuditRecord }) {
  const object = objectText(record);
  return (
    <>
      <code>{record.action}</code>
      {object !== null && <span className="sy-text2"> {object}</span>}
    </>
  );
}

/** A project by its name; by its id when it is there no more. */
export function Where({ id }: { id: number | null }) {
  const { data } = useListProjectsQuery();
  if (id === null) {
    return <Dash />;
  }
  return withVisibleControls(data?.find((project) => project.id === id)?.name ?? `#${id}`);
}

export const auditColumns = (t: TFunction, action: (record: AuditRecord) => ReactNode): Column<AuditRecord>[] => [
  { key: 'at', title: t('activity.when'), width: 190, className: 'sy-num', render: ({ at }) => <Moment value={at} /> },
  { key: 'who', title: t('activity.who'), min: 120, ellipsis: true, render: (record) => <Who record={record} /> },
  {
    key: 'what',
    title: t('activity.what'),
    min: 220,
    grow: 3,
    ellipsis: true,
    render: (record) => <What record={record} />,
  },
  {
    key: 'project',
    title: t('access.project'),
    min: 120,
    rank: 2,
    ellipsis: true,
    render: ({ project_id: id }) => <Where id={id} />,
  },
  {
    key: 'ip',
    title: t('audit.address'),
    width: 150,
    rank: 1,
    ellipsis: true,
    render: ({ ip }) => (ip === '' ? <Dash /> : <code>{ip}</code>),
  },
  {
    key: 'outcome',
    title: t('audit.outcome'),
    width: 110,
    render: ({ outcome }) => <OutcomeTag outcome={outcome} />,
  },
  { key: 'actions', title: null, width: 90, align: 'right', render: action },
];
