import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const token = /("(?:\\.|[^"\\\n])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;

/** The text with keys and values wrapped for colour; everything else as it is. */
function highlight(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match;
    const isKey = quoted !== undefined && colon !== undefined;
    parts.push(text.slice(at, match.index));
    parts.push(<span className={isKey ? 'sy-code-key' : 'sy-code-value'}>{isKey ? quoted : whole}</span>);
    parts.push(isKey ? colon : '');
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

interface JsonEditorProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** A text area over the same text in colours, with line numbers. Tab leaves it, as in any field. */
export function JsonEditor({ label, value, onChange }: JsonEditorProps) {
  const { t } = useTranslation();
  const lines = Math.max(3, value.split('\n').length);
  return (
    <div className="sy-code">
      <div className="sy-code-numbers" aria-hidden>
        {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
      </div>
      <div className="sy-code-area">
        <pre aria-hidden>
          {highlight(value).map((part, index) => (
            <Fragment key={index}>{part}</Fragment>
          ))}
          {'\n'}
        </pre>
        <textarea
          aria-label={t('environment.jsonOf', { label })}
          value={value}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  );
}
