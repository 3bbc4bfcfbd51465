import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { type Integration, withVisibleControls } from '@switchyard/contracts';
import { Alert, Button, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useGetIntegrationQuery, useSaveIntegrationMutation } from '../api/integrations-api.js';
import { IconButton } from '../components/actions/icon-button.js';
import { LoadingRows } from '../components/data-table/loading-rows.js';
import { DeleteDialog } from '../components/dialogs/delete-dialog.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { useNotify } from '../components/feedback/notify.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { AliasList } from '../features/integrations/alias-list.js';
import { DeliveryLog } from '../features/integrations/delivery-log.js';
import { changedBody } from '../features/integrations/integration-values.js';
import { ForgeSetup } from '../features/integrations/forge-setup.js';
import { MatcherList } from '../features/integrations/matcher-list.js';
import { RefusedCode } from '../features/integrations/refused-code.js';
import { TrialBox } from '../features/integrations/trial-box.js';
import { ValueList } from '../features/integrations/value-list.js';
import { EditIntegration } from './edit-integration.js';
import { NotFoundPage } from './not-found-page.js';
import { DemoGate } from '../components/session/demo-gate.js';

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404;

function SearchableSwitch({ row }: { row: Integration }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const id = useId();
  const mayManage = usePermission('manageProjectResources');
  const [save, { isLoading }] = useSaveIntegrationMutation();
  const change = (searchable: boolean): void => {
    save({ projectId: row.project_id, id: row.id, body: changedBody(row, { searchable }) })
      .unwrap()
      .catch((fault: unknown) => notify.error(fault));
  };
  return (
    <div className="in-switch">
      <DemoGate>
        <Switch
          id={id}
          size="small"
          checked={row.searchable}
          {...(!mayManage && { disabled: true })}
          loading={isLoading}
          onChange={change}
        />
      </DemoGate>
      <label htmlFor={id}>{t('integration.searchable')}</label>
      <span className="sy-text2">{t('integration.searchableHint')}</span>
    </div>
  );
}

/** Says that its own address starts it whatever the matchers say, with the way to end that. */
function IgnoredMatchers({ row }: { row: Integration }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const mayManage = usePermission('manageProjectResources');
  const [save, { isLoading }] = useSaveIntegrationMutation();
  const end = (): void => {
    save({ projectId: row.project_id, id: row.id, body: changedBody(row, { ignores_matchers: false }) })
      .unwrap()
      .catch((fault: unknown) => notify.error(fault));
  };
  const button = (
    <Button size="small" loading={isLoading} onClick={end}>
      {t('integration.applyMatchers')}
    </Button>
  );
  return <Alert type="warning" showIcon title={t('integration.ignoresMatchers')} action={mayManage && button} />;
}

function Head({ row }: { row: Integration }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayChange = usePermission('updateProject');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const list = `/project/${row.project_id}/integrations`;
  const close = (): void => setOpen(null);
  return (
    <>
      <PageHead
        name={row.name}
        title={
          <>
            <Link className="sy-crumb" to={list}>
              {t('nav.integrations')}
            </Link>
            <span className="sy-text3">/</span>
            <span className="sy-ellipsis">{withVisibleControls(row.name)}</span>
          </>
        }
      >
        {mayChange && (
          <>
            <IconButton
              label={t('integration.delete')}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => setOpen('delete')}
            />
            <Button icon={<EditOutlined aria-hidden />} onClick={() => setOpen('edit')}>
              {t('common.edit')}
            </Button>
          </>
        )}
      </PageHead>
      {open === 'edit' && <EditIntegration id={row.id} onClosed={close} />}
      {open === 'delete' && (
        <DeleteDialog
          target={{ projectId: row.project_id, kind: 'integrations', id: row.id }}
          name={row.name}
          onClosed={close}
          onDeleted={() => void navigate(list, { replace: true })}
        />
      )}
    </>
  );
}

function LoadedIntegration({ row }: { row: Integration }) {
  const mayManage = usePermission('manageProjectResources');
  const of = { projectId: row.project_id, id: row.id };
  return (
    <>
      <Head row={row} />
      <div className="sy-body">
        <div className="in-page">
          <SearchableSwitch row={row} />
          {!row.searchable && <AliasList owner={{ projectId: row.project_id, integrationId: row.id }} />}
          {mayManage && <ForgeSetup row={row} />}
          {row.ignores_matchers && <IgnoredMatchers row={row} />}
          <MatcherList of={of} />
          <ValueList of={of} />
          <RefusedCode row={row} />
          {mayManage && <TrialBox of={of} />}
          <DeliveryLog of={of} />
        </div>
      </div>
    </>
  );
}

/** One integration: what finds it, what it extracts, what came to it. */
export function IntegrationPage() {
  const { projectId } = useProject();
  const { integrationId } = useParams();
  const id = Number(integrationId);
  const isId = Number.isInteger(id) && id > 0;
  const { data, error, refetch } = useGetIntegrationQuery({ projectId, id }, { skip: !isId });
  if (!isId || isMissing(error)) {
    return <NotFoundPage />;
  }
  if (data === undefined) {
    return error === undefined ? <LoadingRows /> : <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  return <LoadedIntegration key={data.id} row={data} />;
}
