import { CopyOutlined } from '@ant-design/icons';
import { type NamedOutput, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/actions/icon-button.js';
import { useNotify } from '../../../components/feedback/notify.js';
import { copyText } from '../../../lib/copy-text.js';
import { FactTable, type Row } from './fact-table.js';

/** A text as it is, anything else as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** The lines of a text, with what cannot be seen made visible. */
const visible = (text: string): string => text.split('\n').map(withVisibleControls).join('\n');

function CopyValue({ name, text }: { name: string; text: string }) {
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
    <IconButton
      size="small"
      label={t('install.copy', { name })}
      icon={<CopyOutlined aria-hidden />}
      onClick={() => void copy()}
    />
  );
}

function OutputValue({ output: { name, type, secret, value } }: { output: NamedOutput }) {
  const { t } = useTranslation();
  const text = textOf(value);
  return (
    <div className="sy-output">
      {secret ? (
        <span className="sy-text3">{`••• ${t('log.details.secretOutput')}`}</span>
      ) : (
        <pre className="sy-snapshot">{visible(text)}</pre>
      )}
      <code className="sy-text3">{type}</code>
      {!secret && <CopyValue name={name} text={text} />}
    </div>
  );
}

/** Outputs of the task. */
export function OutputFacts({ outputs }: { outputs: readonly NamedOutput[] }) {
  const { t } = useTranslation();
  const rows = outputs.map((output): Row => [output.name, <OutputValue key={output.name} output={output} />]);
  return <FactTable title={t('log.details.outputs')} rows={rows} />;
}
