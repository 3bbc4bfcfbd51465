import { CheckCircleFilled, DownloadOutlined } from '@ant-design/icons';
import type { RunnerWithSecrets } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { type RunnerScope, useListRunnersQuery } from '../../api/runners-api.js';
import { OnceDialog } from '../../components/dialogs/once-dialog.js';
import { StatusIcon } from '../../components/task/status-icon.js';
import { CopyButton } from './copy-button.js';
import { downloadText } from '../../lib/download-text.js';
import { shownKey } from './runner-values.js';
import { SecretRow } from './secret-row.js';
import { useServer } from './use-server.js';
import { UsageTabs } from './usage-tabs.js';

function SecretRows({ runner }: { runner: RunnerWithSecrets }) {
  const { t } = useTranslation();
  const { id, token, private_key: key, webhook_secret: secret } = runner;
  return (
    <>
      <SecretRow label={t('runners.token')} shown={token}>
        <CopyButton thing="token" text={token} />
      </SecretRow>
      <SecretRow label={t('runners.privateKey')} shown={shownKey(key)}>
        <CopyButton thing="key" text={key} />
        <Button
          type="text"
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => downloadText(`runner-${id}.pem`, key, 'application/x-pem-file')}
        >
          {t('runners.download')}
        </Button>
      </SecretRow>
      {secret !== null && (
        <SecretRow label={t('runners.webhookSecret')} shown={secret}>
          <CopyButton thing="secret" text={secret} />
        </SecretRow>
      )}
    </>
  );
}

/** True once a process with the new identity has connected. */
function useIsConnected(scope: RunnerScope, { id, touched }: RunnerWithSecrets): boolean {
  const { data: runners } = useListRunnersQuery(scope);
  const now = runners?.find((runner) => runner.id === id);
  return now !== undefined && now.touched !== touched && now.health === 'online';
}

function Connection({ connected }: { connected: boolean }) {
  const { t } = useTranslation();
  return (
    <span role="status" className="sy-status" data-tone={connected ? 'green' : 'blue'}>
      {connected ? <CheckCircleFilled aria-hidden /> : <StatusIcon shape="spinner" />}
      <span className={connected ? '' : 'sy-text2'}>{connected ? t('runners.connected') : t('runners.waiting')}</span>
    </span>
  );
}

interface RunnerSecretsDialogProps {
  scope: RunnerScope;
  runner: RunnerWithSecrets;
  /** The identity is a new one of a runner that was there before. */
  rotated: boolean;
  onClosed: () => void;
}

/** Token and key of a runner, shown this once, with the ways to start it, until it has connected. */
export function RunnerSecretsDialog({ scope, runner, rotated, onClosed }: RunnerSecretsDialogProps) {
  const { t } = useTranslation();
  const connected = useIsConnected(scope, runner);
  const server = useServer();
  const { id, name, token, private_key: privateKey } = runner;
  return (
    <OnceDialog
      width={720}
      title={rotated ? t('runners.rotatedTitle', { name }) : t('runners.createdTitle', { name })}
      warning={t('runners.once')}
      aside={<Connection connected={connected} />}
      onClosed={onClosed}
    >
      <SecretRows runner={runner} />
      <h3 className="ru-start">{t('runners.startIt')}</h3>
      <UsageTabs usage={{ ...server, id, name, token, privateKey, replaces: rotated }} />
    </OnceDialog>
  );
}
