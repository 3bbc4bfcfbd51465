import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withVisibleControls } from '@switchyard/contracts';
import { fingerprintOf, type PrivateKeyFacts } from './private-key-facts.js';

/** Computed by the browser, after the key is on screen. */
function useFingerprint(publicKey: string | null): string | null {
  const [found, setFound] = useState<{ publicKey: string; fingerprint: string | null } | null>(null);
  useEffect(() => {
    if (publicKey !== null) {
      void fingerprintOf(publicKey).then((fingerprint) => setFound({ publicKey, fingerprint }));
    }
  }, [publicKey]);
  return found !== null && found.publicKey === publicKey ? found.fingerprint : null;
}

interface PastedKeyFactsProps {
  facts: PrivateKeyFacts;
  hasPassphrase: boolean;
}

/** Facts about a key that was pasted and not saved yet, read in the browser. */
export function PastedKeyFacts({ facts, hasPassphrase }: PastedKeyFactsProps) {
  const { t } = useTranslation();
  const { kind, isEncrypted, publicKey, comment } = facts;
  const fingerprint = useFingerprint(publicKey);
  const needs = isEncrypted && !hasPassphrase ? t('key.needsPassphrase') : null;
  const unused = !isEncrypted && hasPassphrase ? t('key.passphraseUnused') : null;
  return (
    <div className="sy-key-facts" role="status">
      <p>
        {kind}
        {comment !== null && <> · {withVisibleControls(comment)}</>}
        {fingerprint !== null && (
          <>
            {' '}
            · <code>{fingerprint}</code>
          </>
        )}
      </p>
      {publicKey !== null && <code className="sy-key-public">{publicKey}</code>}
      {(needs ?? unused) !== null && <p>{needs ?? unused}</p>}
    </div>
  );
}
