import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNotify } from '../../components/feedback/notify.js';
import { copyText } from '../../lib/copy-text.js';

interface CopiedSecretProps {
  text: string;
  /** As it is read, where that is not as it is copied. */
  shown?: string;
  label: string;
  /** Said once it is on the clipboard. */
  copied: string;
  failed: (message: string) => string;
}

/** A secret to read, with the button that copies it. */
export function CopiedSecret({ text, shown = text, label, copied, failed }: CopiedSecretProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(text);
    if (failure === null) {
      notify.success(copied);
    } else {
      notify.error(failed(failure));
    }
  };
  return (
    <div className="sy-token">
      <code>{shown}</code>
      <Button icon={<CopyOutlined aria-hidden />} aria-label={label} onClick={() => void copy()}>
        {t('common.copy')}
      </Button>
    </div>
  );
}
