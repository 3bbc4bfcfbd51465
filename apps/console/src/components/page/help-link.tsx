import { QuestionCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { helpPage } from '../../lib/help-page.js';

/** Opens the documentation about the screen that is shown. */
export function HelpLink() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <a className="sy-help" href={helpPage(pathname)} target="_blank" rel="noopener" aria-label={t('common.help')}>
      <QuestionCircleOutlined aria-hidden />
    </a>
  );
}
