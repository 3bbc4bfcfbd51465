import { ArrowLeftOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { IconButton } from './icon-button.js';

/** From an admin page back to the project last used. */
export function BackButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <IconButton label={t('common.back')} icon={<ArrowLeftOutlined aria-hidden />} onClick={() => void navigate('/')} />
  );
}
