import { useState, type InputHTMLAttributes, type Ref } from 'react';
import { useTranslation } from 'react-i18next';

export interface AuthFieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'className'
> {
  name: string;
  label: string;
  password?: boolean;
}

interface ShownFieldProps extends AuthFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Fault of the value; undefined = none. */
  fault: string | undefined;
  autoFocus: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A field of the sign-in card. Of the browser itself, so that the page needs nothing of AntD. */
export function AuthField({ name, label, password, value, onChange, fault, ref, ...input }: ShownFieldProps) {
  const { t } = useTranslation();
  const [readable, setReadable] = useState(false);
  const id = `auth-${name}`;
  return (
    <div className="si-field">
      <label htmlFor={id}>{label}</label>
      <div className="si-input" data-fault={fault !== undefined || undefined}>
        <input
          {...input}
          ref={ref}
          id={id}
          name={name}
          type={password && !readable ? 'password' : 'text'}
          value={value}
          required
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onChange={(event) => onChange(event.target.value)}
        />
        {password && (
          <button type="button" aria-pressed={readable} onClick={() => setReadable(!readable)}>
            {t('auth.show')}
          </button>
        )}
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className="si-fault">
          {fault}
        </p>
      )}
    </div>
  );
}
