import { Input } from 'antd';
import type { CodeFieldProps } from './code-field-props.js';

/** The same text without colours. */
export function PlainField({ id, label, helpId = '', value, sample, onChange, ...rest }: CodeFieldProps) {
  return (
    <Input.TextArea
      {...(id && { id })}
      aria-label={label}
      aria-invalid={rest['aria-invalid']}
      aria-describedby={`${rest['aria-describedby'] ?? ''} ${helpId}`.trim()}
      className="sy-mono"
      autoSize={{ minRows: 8, maxRows: 20 }}
      spellCheck={false}
      placeholder={sample}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}
