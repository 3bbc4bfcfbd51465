import type { Runner, RunnerWithSecrets } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import {
  type RunnerScope,
  useDeleteRunnerMutation,
  useRenewWebhookSecretMutation,
  useRotateRunnerMutation,
} from '../../api/runners-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';

interface QuestionProps {
  scope: RunnerScope;
  runner: Runner;
  onClosed: () => void;
}

/** Names what is lost with a runner before it is deleted. */
export function DeleteRunnerDialog({ scope, runner: { id, name, used }, onClosed }: QuestionProps) {
  const { t } = useTranslation();
  const [remove] = useDeleteRunnerMutation();
  return (
    <AskDialog
      title={t('delete.title', { name })}
      button={t('runners.delete')}
      onConfirm={() => remove({ scope, id }).unwrap()}
      onClosed={onClosed}
    >
      <p>{used > 0 ? t('runners.deleteBusy', { count: used }) : t('runners.deleteText')}</p>
      <p className="sy-text2">{t('delete.final')}</p>
    </AskDialog>
  );
}

/** A new identity ends the old one at once. */
export function RotateRunnerDialog({
  scope,
  runner: { id, name },
  onClosed,
  onRotated,
}: QuestionProps & { onRotated: (runner: RunnerWithSecrets) => void }) {
  const { t } = useTranslation();
  const [rotate] = useRotateRunnerMutation();
  return (
    <AskDialog
      title={t('runners.rotateTitle', { name })}
      button={t('runners.rotate')}
      onConfirm={async () => onRotated(await rotate({ scope, id }).unwrap())}
      onClosed={onClosed}
    >
      <p>{t('runners.rotateText')}</p>
    </AskDialog>
  );
}

/** A new key for the webhook; the runner itself is not touched. */
export function RenewSecretDialog({
  scope,
  runner: { id, name },
  onClosed,
  onRenewed,
}: QuestionProps & { onRenewed: (secret: string) => void }) {
  const { t } = useTranslation();
  const [renew] = useRenewWebhookSecretMutation();
  return (
    <AskDialog
      title={t('runners.renewSecretTitle', { name })}
      button={t('runners.renewSecret')}
      onConfirm={async () => onRenewed((await renew({ scope, id }).unwrap()).webhook_secret)}
      onClosed={onClosed}
    >
      <p>{t('runners.renewSecretText')}</p>
    </AskDialog>
  );
}
