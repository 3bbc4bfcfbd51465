import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error.js';
import { asSentence } from '../../lib/as-sentence.js';
import { problemWords } from '../../lib/problem-words.js';
import { AuthField, type AuthFieldProps } from './auth-field.js';

interface AuthFormProps<Name extends string> {
  fields: readonly (AuthFieldProps & { name: Name })[];
  submitText: string;
  /** Returns the fault of a value that is not empty; null = none. */
  faultOf?: (value: string) => string | null;
  /** Sends the values; rejects with an {@link ApiError}. */
  onSubmit: (values: Record<Name, string>) => Promise<unknown>;
  /** Text of the banner for a refusal. */
  wordsOf: (error: ApiError) => string;
}

/** Typed values, and their faults. */
function useAuthForm<Name extends string>(props: AuthFormProps<Name>) {
  const { fields, faultOf = () => null, onSubmit, wordsOf } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<ReadonlyMap<Name, string>>(new Map());
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<ReadonlyMap<unknown, string>>(new Map());
  const valueOf = (name: Name): string => typed.get(name) ?? '';
  const wrong = (name: Name): string | null =>
    valueOf(name).trim() === '' ? asSentence(t('problem.empty')) : faultOf(valueOf(name));

  /** Goes to the first of the fields for which this holds; false when there is none. */
  const goTo = (holds: (name: Name) => boolean): boolean => {
    const first = fields.find(({ name }) => holds(name));
    form.current?.querySelector<HTMLInputElement>(`[name="${first?.name}"]`)?.focus();
    return first !== undefined;
  };

  /** Faults of members stand at their fields, any other refusal on top. */
  const showRefusal = (error: ApiError): void => {
    const faults = new Map(error.issues.map((issue) => [issue.path[0], asSentence(problemWords(issue))]));
    setRefused(faults);
    setFailure(goTo((name) => faults.has(name)) ? null : wordsOf(error));
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    setRefused(new Map());
    if (busy || goTo((name) => wrong(name) !== null)) {
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit(Object.fromEntries(fields.map(({ name }) => [name, valueOf(name)])) as Record<Name, string>);
    } catch (error) {
      showRefusal(error as ApiError);
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    busy,
    failure,
    submit,
    valueOf,
    shownFault: (name: Name): string | undefined => (checked ? (wrong(name) ?? refused.get(name)) : undefined),
    type: (name: Name, value: string): void => {
      setTyped(new Map(typed).set(name, value));
      setRefused(new Map());
    },
  };
}

/** The form of the sign-in card: fields, one wide button, the refusal on top. */
export function AuthForm<Name extends string>(props: AuthFormProps<Name>) {
  const { form, busy, failure, submit, valueOf, shownFault, type } = useAuthForm(props);
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && (
        <div className="si-failure" role="alert">
          {failure}
        </div>
      )}
      {props.fields.map((field, place) => (
        <AuthField
          key={field.name}
          {...field}
          autoFocus={place === 0}
          value={valueOf(field.name)}
          fault={shownFault(field.name)}
          onChange={(value) => type(field.name, value)}
        />
      ))}
      <button className="sy-plain si-submit" type="submit" data-primary aria-busy={busy}>
        {props.submitText}
      </button>
    </form>
  );
}
