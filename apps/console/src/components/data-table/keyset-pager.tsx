import { DoubleLeftOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { KeysetList } from './use-keyset.js';

/** Leads through a list whose length nobody counts; absent while one page holds all. */
export function KeysetPager({ onNewest, onNewer, onOlder }: Omit<KeysetList<unknown>, 'rows'>) {
  const { t } = useTranslation();
  if (!onNewer && !onOlder) {
    return null;
  }
  return (
    <nav className="sy-pager" aria-label={t('pager.label')}>
      <Button
        size="small"
        type="text"
        icon={<DoubleLeftOutlined aria-hidden />}
        disabled={!onNewest}
        onClick={onNewest}
      >
        {t('pager.newest')}
      </Button>
      <Button size="small" type="text" icon={<LeftOutlined aria-hidden />} disabled={!onNewer} onClick={onNewer}>
        {t('pager.newer')}
      </Button>
      <Button
        size="small"
        type="text"
        icon={<RightOutlined aria-hidden />}
        iconPlacement="end"
        disabled={!onOlder}
        onClick={onOlder}
      >
        {t('pager.older')}
      </Button>
    </nav>
  );
}
