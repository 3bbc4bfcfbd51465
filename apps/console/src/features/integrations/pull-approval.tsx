import { CheckOutlined } from '@ant-design/icons';
import { type IntegrationDelivery, withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type IntegrationRef, useApproveDeliveryMutation } from '../../api/integrations-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { DemoGate } from '../../components/session/demo-gate.js';
import { PullRequestLink } from '../../components/task/pull-request-link.js';

interface PullApprovalProps {
  of: IntegrationRef;
  row: IntegrationDelivery;
}

/** Approves, and reports how that went. */
function useApproval({ of, row }: PullApprovalProps): { approve: () => void; isLoading: boolean } {
  const { t } = useTranslation();
  const notify = useNotify();
  const [send, { isLoading }] = useApproveDeliveryMutation();
  const approve = async (): Promise<void> => {
    try {
      await send({ of, deliveryId: row.id }).unwrap();
      notify.success(t('integration.deliveries.approveDone'));
    } catch (fault) {
      notify.error(fault);
    }
  };
  return { approve: () => void approve(), isLoading };
}

/** Whether it waits, and the person may approve it. */
function useMayApprove({ result, approved }: IntegrationDelivery): boolean {
  const mayManage = usePermission('manageProjectResources');
  return mayManage && result === 'awaiting_approval' && approved === null;
}

/** Approves a fork where there is no room for its details, which the question names. */
export function ApproveIcon({ of, row }: PullApprovalProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const mayApprove = useMayApprove(row);
  const [send] = useApproveDeliveryMutation();
  const [isAsked, setAsked] = useState(false);
  const approve = async (): Promise<void> => {
    await send({ of, deliveryId: row.id }).unwrap();
    notify.success(t('integration.deliveries.approveDone'));
  };
  const label = t('integration.deliveries.approve');
  return (
    <>
      {mayApprove && (
        <DemoGate>
          <IconButton size="small" label={label} icon={<CheckOutlined aria-hidden />} onClick={() => setAsked(true)} />
        </DemoGate>
      )}
      {isAsked && (
        <AskDialog title={label} button={label} onConfirm={approve} onClosed={() => setAsked(false)}>
          <p>{row.pull_request && <PullRequestLink pull={row.pull_request} />}</p>
          <p className="sy-text2">{t('integration.deliveries.approveHint')}</p>
        </AskDialog>
      )}
    </>
  );
}

function ApproveButton(props: PullApprovalProps) {
  const { t } = useTranslation();
  const { approve, isLoading } = useApproval(props);
  return (
    <>
      <p className="sy-text2">{t('integration.deliveries.approveHint')}</p>
      <div>
        <DemoGate>
          <Button loading={isLoading} onClick={approve}>
            {t('integration.deliveries.approve')}
          </Button>
        </DemoGate>
      </div>
    </>
  );
}

/** The pull request of a webhook, and its approval where it is of a fork. */
export function PullApproval({ of, row }: PullApprovalProps) {
  const { t } = useTranslation();
  const mayApprove = useMayApprove(row);
  const { pull_request: pull, approved, approved_by: name } = row;
  return pull === null ? null : (
    <>
      <p className="sy-text2">
        {t('log.facts.pullRequest')}: <PullRequestLink pull={pull} />
        {approved !== null &&
          ` · ${t('integration.deliveries.approvedBy', { name: withVisibleControls(name ?? '–') })}`}
      </p>
      {mayApprove && <ApproveButton of={of} row={row} />}
    </>
  );
}
