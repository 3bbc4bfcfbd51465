import { useRef, useState } from 'react';
import { errorMessage, refusedIssues } from '../../api/api-error.js';
import type { FormIssues } from './use-form-issues.js';

/**
 * Sends once at a time, and only what passes the check. A refusal that names members of the request marks their fields;
 * the words of any other stand in `failure`.
 */
export function useSubmit({ check, refuse }: Pick<FormIssues, 'check' | 'refuse'>, send: () => Promise<void>) {
  // A second press may come before the form is drawn again.
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    if (isSending.current || !check()) {
      return;
    }
    isSending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await send();
    } catch (error) {
      setFailure(refuse(refusedIssues(error)) ? null : errorMessage(error));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { busy, failure, submit };
}
