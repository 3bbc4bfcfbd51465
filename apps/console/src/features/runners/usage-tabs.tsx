import { Alert, Select, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyBlock } from '../../components/feedback/copy-block.js';
import { useGetInstallQuery } from '../../api/system-api.js';
import { installCommand } from '../../lib/install-command.js';
import { useIsPhone } from '../../lib/use-media-query.js';
import { CopyButton } from './copy-button.js';
import { Snippet } from './snippet.js';
import { USAGE_TABS, usageSnippet, type Usage, type UsageTab } from './usage-snippets.js';

const isTab = (key: string): key is UsageTab => USAGE_TABS.some((tab) => tab === key);

/** An address that no other machine reaches. */
const isLoopback = (address: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(address)?.hostname ?? '');

/** Program that has to be on the machine, with the command that installs it where the server brings it. */
function Program({ address }: { address: string }) {
  const { t } = useTranslation();
  const { data } = useGetInstallQuery();
  return (
    <div className="ru-program">
      <p className="sy-text2">{t('runners.needsProgram')}</p>
      {data?.runner && <CopyBlock name={t('install.runnerCommand')} text={installCommand(address)} />}
    </div>
  );
}

/** Four ways to start a runner, each complete when pasted into a shell. */
export function UsageTabs({ usage }: { usage: Usage }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<UsageTab>('config');
  const narrow = useIsPhone();
  const text = usageSnippet(tab, usage);
  return (
    <>
      <div className="ru-tabrow">
        {narrow ? (
          <Select
            aria-label={t('runners.startIt')}
            value={tab}
            onChange={setTab}
            options={USAGE_TABS.map((value) => ({ value, label: t(`runners.usage.${value}`) }))}
          />
        ) : (
          <Tabs
            activeKey={tab}
            onChange={(key) => isTab(key) && setTab(key)}
            items={USAGE_TABS.map((key) => ({ key, label: t(`runners.usage.${key}`) }))}
          />
        )}
        <CopyButton thing="command" text={text} />
      </div>
      {isLoopback(usage.address) && (
        <Alert
          className="sy-dialog-alert"
          type="warning"
          showIcon
          title={t('runners.loopback', { address: usage.address })}
        />
      )}
      {tab !== 'docker' && <Program address={usage.address} />}
      <Snippet text={text} label={t(`runners.usage.${tab}`)} />
    </>
  );
}
