import type { IntegrationDelivery } from '@switchyard/contracts';
import { withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { type IntegrationRef, useApproveDeliveryMutation } from '../../api/integrations-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { DemoGate } from '../../components/session/demo-gate.js';
import { PullRequestLink } from '../../components/task/pull-request-link.js';

interface PullApprovalProps {
  of: IntegrationRef;
  row: IntegrationDelivery;
}

function ApproveButton({ of, row }: PullApprovalProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [approve, { isLoading }] = useApproveDeliveryMutation();
  const run = async (): Promise<void> => {
    try {
      await approve({ of, deliveryId: row.id }).unwrap();
      notify.success(t('integration.deliveries.approveDone'));
    } catch (fault) {
      notify.error(fault);
    }
  };
  return (
    <>
      <p className="sy-text2">{t('integration.deliveries.approveHint')}</p>
      <DemoGate>
        <Button loading={isLoading} onClick={() => void run()}>
          {t('integration.deliveries.approve')}
        </Button>
      </DemoGate>
    </>
  );
}

/** The pull request of a webhook, and its approval where it is of a fork. */
export function PullApproval({ of, row }: PullApprovalProps) {
  const { t } = useTranslation();
  const mayManage = usePermission('manageProjectResources');
  const { pull_request: pull, approved, approved_by: name } = row;
  const waits = row.result === 'awaiting_approval' && approved === null;
  return pull === null ? null : (
    <>
      <p className="sy-text2">
        {t('log.facts.pullRequest')}: <PullRequestLink pull={pull} />
        {approved !== null &&
          ` · ${t('integration.deliveries.approvedBy', { name: withVisibleControls(name ?? '–') })}`}
      </p>
      {waits && mayManage && <ApproveButton of={of} row={row} />}
    </>
  );
}
