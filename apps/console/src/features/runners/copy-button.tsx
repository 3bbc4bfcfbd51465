import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNotify } from '../../components/feedback/notify.js';
import { copyText } from '../../lib/copy-text.js';

interface CopyButtonProps {
  thing: 'token' | 'key' | 'command' | 'secret';
  text: string;
  className?: string;
}

/** Copies a thing and confirms it. */
export function CopyButton({ thing, text, className = '' }: CopyButtonProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(text);
    if (failure === null) {
      notify.success(t(`runners.copied.${thing}`));
    } else {
      notify.error(t(`runners.copyFailed.${thing}`, { message: failure }));
    }
  };
  return (
    <Button
      type="text"
      className={className}
      icon={<CopyOutlined aria-hidden />}
      aria-label={t(`runners.copy.${thing}`)}
      onClick={() => void copy()}
    >
      {t('common.copy')}
    </Button>
  );
}
