import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error.js';
import { asSentence } from '../../lib/as-sentence.js';
import { AuthField, type AuthFieldProps } from './auth-field.js';

interface AuthFormProps<Name extends string> {
  fields: readonly (AuthFieldProps & { name: Name })[];
  submitText: string;
  /** What is wrong with a value that is not empty; null = nothing. */
  faultOf?: (value: string) => string | null;
  /** Sends the values; rejects with an {@link ApiError}. */
  onSubmit: (values: Record<Name, string>) => Promise<unknown>;
  /** Text of the banner for a refusal. */
  wordsOf: (error: ApiError) => string;
}

/** The form of the sign-in card: fields, one wide button, the refusal on top. */
export function AuthForm<Name extends string>(props: AuthFormProps<Name>) {
  const { fields, submitText, faultOf = () => null, onSubmit, wordsOf } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<ReadonlyMap<Name, string>>(new Map());
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const valueOf = (name: Name): string => typed.get(name) ?? '';
  const wrong = (name: Name): string | null =>
    valueOf(name).trim() === '' ? asSentence(t('problem.empty')) : faultOf(valueOf(name));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    const first = fields.find(({ name }) => wrong(name) !== null);
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus();
    }
    if (busy || first !== undefined) {
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit(Object.fromEntries(fields.map(({ name }) => [name, valueOf(name)])) as Record<Name, string>);
    } catch (error) {
      setFailure(wordsOf(error as ApiError));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && (
        <div className="si-failure" role="alert">
          {failure}
        </div>
      )}
      {fields.map((field, place) => (
        <AuthField
          key={field.name}
          {...field}
          autoFocus={place === 0}
          value={valueOf(field.name)}
          fault={checked ? (wrong(field.name) ?? undefined) : undefined}
          onChange={(value) => setTyped(new Map(typed).set(field.name, value))}
        />
      ))}
      <button className="sy-plain si-submit" type="submit" data-primary aria-busy={busy}>
        {submitText}
      </button>
    </form>
  );
}
