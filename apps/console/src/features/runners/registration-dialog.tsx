import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { RegistrationToken } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useListRegistrationTokensQuery,
  useRevokeRegistrationTokenMutation,
} from '../../api/registration-tokens-api.js';
import { type RunnerScope } from '../../api/runners-api.js';
import type { Column } from '../../components/data-table/column.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { Dialog } from '../../components/dialogs/dialog.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { Moment } from '../../components/display/moment.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useNow } from '../../lib/use-now.js';
import { tokenStatus } from './registration-values.js';
import { RunnerTags } from './runner-name.js';
import { DemoGate } from '../../components/session/demo-gate.js';

function TokenStateText({ token }: { token: RegistrationToken }) {
  const { t } = useTranslation();
  const state = tokenStatus(token, useNow('minute'));
  return (
    <span className={state === 'open' ? '' : 'sy-text3'}>
      {t(`registration.${state}`)} <Moment value={state === 'used' ? token.used : token.expires} />
    </span>
  );
}

function tokenColumns(t: TFunction, revoke: (token: RegistrationToken) => ReactNode): Column<RegistrationToken>[] {
  return [
    { key: 'name', title: t('registration.name'), render: ({ name }) => <b className="sy-member">{name}</b> },
    { key: 'tags', title: t('runners.tags'), render: ({ tags }) => <RunnerTags tags={tags} /> },
    { key: 'state', title: t('registration.state'), render: (token) => <TokenStateText token={token} /> },
    {
      key: 'actions',
      title: <HiddenText text={t('common.actions')} />,
      width: 60,
      render: (token) => revoke(token),
    },
  ];
}

interface RegistrationDialogProps {
  scope: RunnerScope;
  onNew: () => void;
  onClosed: () => void;
}

/** Tokens with which runners register themselves: what they will be, until when, and whether one was used. */
export function RegistrationDialog({ scope, onNew, onClosed }: RegistrationDialogProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = useListRegistrationTokensQuery(scope);
  const [remove] = useRevokeRegistrationTokenMutation();
  const close = (): void => setOpen(false);
  const revoke = ({ id, name }: RegistrationToken): ReactNode => (
    <div className="sy-table-actions">
      <DemoGate>
        <IconButton
          size="small"
          label={t('registration.revokeNamed', { name })}
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => void remove({ scope, id }).unwrap().catch(notify.error)}
        />
      </DemoGate>
    </div>
  );
  return (
    <Dialog
      open={open}
      width={800}
      maskCloses
      title={t('registration.title')}
      onClose={close}
      afterClose={onClosed}
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside" />
          <Button onClick={close}>{t('common.close')}</Button>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onNew}>
            {t('registration.new')}
          </Button>
        </div>
      }
    >
      <p className="sy-text2 sy-lead">{t('registration.text')}</p>
      <div className="sy-bleed">
        <DataTable<RegistrationToken>
          label={t('registration.title')}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          density="tight"
          empty={<EmptyState title={t('registration.emptyTitle')} text={t('registration.emptyText')} />}
          columns={tokenColumns(t, revoke)}
          narrowRow={(token) => (
            <NarrowRow title={token.name} meta={<TokenStateText token={token} />} action={revoke(token)} />
          )}
        />
      </div>
    </Dialog>
  );
}
