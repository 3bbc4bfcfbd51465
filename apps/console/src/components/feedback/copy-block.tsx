import { CopyOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNotify } from './notify.js';
import { copyText } from '../../lib/copy-text.js';
import { IconButton } from '../actions/icon-button.js';
import './copy-block.css';

interface CopyBlockProps {
  name: string;
  text: string;
}

/** A text as it stands in a file or is typed, under its name, to copy. */
export function CopyBlock({ name, text }: CopyBlockProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(text);
    if (failure === null) {
      notify.success(t('install.copied', { name }));
    } else {
      notify.error(t('install.copyFailed', { message: failure }));
    }
  };
  return (
    <section className="sy-copy-block">
      <header>
        <h3>{name}</h3>
        <IconButton
          label={t('install.copy', { name })}
          icon={<CopyOutlined aria-hidden />}
          onClick={() => void copy()}
        />
      </header>
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
