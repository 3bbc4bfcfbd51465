import { DownOutlined, PlusOutlined } from '@ant-design/icons';
import type { App } from '@switchyard/contracts';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListAppsQuery } from '../../api/apps-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { appTitle } from '../../components/brand/app-title.js';
import { PopupMenu } from '../../components/actions/popup-menu.js';
import { useIsNarrow } from '../../lib/use-media-query.js';

const offered = (apps: readonly App[]): App[] => apps.filter(({ active }) => active);

interface NewTemplateMenuProps {
  /** Why no template can be made yet; the button is then disabled. */
  unavailable: string | null;
  onChoose: (app: string) => void;
}

/** One entry for each active app. */
export function NewTemplateMenu({ unavailable, onChoose }: NewTemplateMenuProps) {
  const { t } = useTranslation();
  const narrow = useIsNarrow();
  const { data: apps = [] } = useListAppsQuery();
  const label = t('template.new');
  if (unavailable !== null) {
    return (
      <Tooltip title={unavailable}>
        <Button icon={<PlusOutlined aria-hidden />} disabled aria-label={label}>
          {!narrow && label}
        </Button>
      </Tooltip>
    );
  }
  return (
    <PopupMenu
      placement="bottomRight"
      width={200}
      label={label}
      trigger={(props) => (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-label={label} {...props}>
          {!narrow && label}
          {!narrow && <DownOutlined className="sy-down" aria-hidden />}
        </Button>
      )}
    >
      {(close) =>
        offered(apps).map((app) => (
          <button
            key={app.id}
            type="button"
            role="menuitem"
            className="sy-menu-item"
            onClick={() => {
              close();
              onChoose(app.id);
            }}
          >
            <AppMark app={app.id} look={app} />
            {appTitle(app)}
          </button>
        ))
      }
    </PopupMenu>
  );
}
