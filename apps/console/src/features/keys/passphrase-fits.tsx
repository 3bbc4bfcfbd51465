import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTestPassphraseMutation } from '../../api/keys-api.js';

/** How long nobody types before the passphrase is tried, in milliseconds. */
const TYPING_MS = 500;

interface Typed {
  projectId: number;
  /** An encrypted one. */
  privateKey: string;
  passphrase: string;
}

/** The server tries what was typed; `null` = not yet, or it did not. Nothing is kept of it here but the answer. */
function useOpens({ projectId, privateKey, passphrase }: Typed): boolean | null {
  const [test] = useTestPassphraseMutation();
  const typed = `${passphrase}\n${privateKey}`;
  const [found, setFound] = useState<{ typed: string; opens: boolean | null } | null>(null);
  useEffect(() => {
    let sent: ReturnType<typeof test> | undefined;
    const timer = setTimeout(() => {
      sent = test({ projectId, body: { private_key: privateKey, passphrase } });
      sent.unwrap().then(
        ({ opens }) => setFound({ typed, opens }),
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      sent?.abort();
    };
  }, [passphrase, privateKey, projectId, test, typed]);
  return found?.typed === typed ? found.opens : null;
}

/** Whether the passphrase opens the key, before anything is saved. */
export function PassphraseFits(typed: Typed) {
  const { t } = useTranslation();
  const opens = useOpens(typed);
  return (
    <div role="status">
      {opens === true && t('key.passphraseFits')}
      {opens === false && <span className="sy-field-fault">{t('key.passphraseWrong')}</span>}
    </div>
  );
}
