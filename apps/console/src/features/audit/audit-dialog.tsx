import { type AuditRecord, type AuditValues, own, withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialogs/dialog.js';
import { Dash } from '../../components/display/dash.js';
import { Moment } from '../../components/display/moment.js';
import { objectText, OutcomeTag, Where, Who } from './audit-cells.js';
import './audit.css';

/** Members that differ, or that an object began or ended with, by name; not those that were empty all the time. */
function membersOf({ before, after }: AuditRecord): string[] {
  const given = [before, after].flatMap((values) => Object.entries(values ?? {}));
  const names = given.filter(([, value]) => valueText(value) !== null).map(([name]) => name);
  return [...new Set(names)].toSorted();
}

/** A value as it stands on the wire; texts without their quotes. */
function valueText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') {
    return null;
  }
  return withVisibleControls(typeof value === 'string' ? value : JSON.stringify(value, null, 1));
}

function Value({ of, member }: { of: AuditValues | null; member: string }) {
  const text = valueText(own(of ?? {}, member));
  return text === null ? <Dash /> : <span className="au-value">{text}</span>;
}

function Values({ record }: { record: AuditRecord }) {
  const { t } = useTranslation();
  const members = membersOf(record);
  if (members.length === 0) {
    return <p className="sy-text2">{t('audit.noValues')}</p>;
  }
  return (
    <table className="au-values">
      <thead>
        <tr>
          <th scope="col">{t('audit.member')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member}>
            <th scope="row">
              <code>{member}</code>
            </th>
            <td>
              <Value of={record.before} member={member} />
            </td>
            <td>
              <Value of={record.after} member={member} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All that one record says. */
export function AuditDialog({ record, onClosed }: { record: AuditRecord; onClosed: () => void }) {
  const { t } = useTranslation();
  const facts: [string, ReactNode][] = [
    [t('activity.when'), <Moment value={record.at} />],
    [t('activity.who'), <Who record={record} />],
    [t('audit.object'), objectText(record) ?? <Dash />],
    [t('access.project'), <Where id={record.project_id} />],
    [t('audit.address'), record.ip === '' ? <Dash /> : <code>{record.ip}</code>],
    [t('audit.client'), record.user_agent === '' ? <Dash /> : withVisibleControls(record.user_agent)],
    [t('audit.outcome'), <OutcomeTag outcome={record.outcome} />],
  ];
  return (
    <Dialog
      open
      title={<code>{record.action}</code>}
      width={720}
      onClose={onClosed}
      maskCloses
      footer={<Button onClick={onClosed}>{t('common.close')}</Button>}
    >
      <dl className="sy-facts au-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Values record={record} />
    </Dialog>
  );
}
