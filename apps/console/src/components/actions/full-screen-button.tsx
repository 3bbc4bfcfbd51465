import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.js';

interface FullScreenButtonProps {
  isFull: boolean;
  onChange: (isFull: boolean) => void;
  className?: string;
}

/** Makes a dialog as large as the screen, and small again. */
export function FullScreenButton({ isFull, onChange, ...rest }: FullScreenButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      {...rest}
      label={isFull ? t('log.leaveFullScreen') : t('log.fullScreen')}
      icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
      onClick={() => onChange(!isFull)}
    />
  );
}
