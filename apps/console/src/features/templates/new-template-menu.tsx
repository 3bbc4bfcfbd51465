import { DownOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons';
import type { App } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListAppsQuery } from '../../api/apps-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { appTitle } from '../../components/brand/app-title.js';
import { PopupMenu } from '../../components/actions/popup-menu.js';
import { ReasonedButton } from '../../components/actions/reasoned-button.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { useIsNarrow } from '../../lib/use-media-query.js';

const offered = (apps: readonly App[]): App[] => apps.filter(({ active }) => active);

function AppItem({ app, onChoose }: { app: App; onChoose: () => void }) {
  return (
    <button type="button" role="menuitem" className="sy-menu-item" onClick={onChoose}>
      <AppMark app={app.id} />
      {appTitle(app)}
    </button>
  );
}

function AppsItem() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <button type="button" role="menuitem" className="sy-menu-item" onClick={() => void navigate('/apps')}>
      <SettingOutlined aria-hidden />
      {t('shell.apps')}
    </button>
  );
}

function DisabledButton({ label, reason }: { label: string; reason: string }) {
  const narrow = useIsNarrow();
  return (
    <ReasonedButton reason={reason} icon={<PlusOutlined aria-hidden />} aria-label={label}>
      {!narrow && label}
    </ReasonedButton>
  );
}

interface NewTemplateMenuProps {
  /** Another button of the page is the next thing to press. */
  quiet: boolean;
  onChoose: (app: string) => void;
}

/** One entry for each active app, and for administrators the way to the apps. */
export function NewTemplateMenu({ quiet, onChoose }: NewTemplateMenuProps) {
  const { t } = useTranslation();
  const narrow = useIsNarrow();
  const { admin } = useSessionUser();
  const { data } = useListAppsQuery();
  const label = t('template.new');
  const apps = offered(data ?? []);
  if (!admin && data !== undefined && apps.length === 0) {
    return <DisabledButton label={label} reason={t('template.noActiveApp')} />;
  }
  return (
    <PopupMenu
      placement="bottomRight"
      width={200}
      label={label}
      trigger={(props) => (
        <Button type={quiet ? 'default' : 'primary'} icon={<PlusOutlined aria-hidden />} aria-label={label} {...props}>
          {!narrow && label}
          {!narrow && <DownOutlined className="sy-down" aria-hidden />}
        </Button>
      )}
    >
      {(close) => (
        <>
          {apps.map((app) => (
            <AppItem
              key={app.id}
              app={app}
              onChoose={() => {
                close();
                onChoose(app.id);
              }}
            />
          ))}
          {admin && apps.length > 0 && <hr />}
          {admin && <AppsItem />}
        </>
      )}
    </PopupMenu>
  );
}
