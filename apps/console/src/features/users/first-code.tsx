import type { EnabledTotp } from '@switchyard/contracts';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { totpPicture, useConfirmTotpMutation } from '../../api/users-api.js';
import { CodeBoxes } from '../../components/forms/code-boxes.js';
import { TotpKey } from './totp-key.js';

interface FirstCodeProps {
  pending: EnabledTotp;
  onEnabled: (totp: EnabledTotp) => void;
}

/** The picture to scan, or the key to type, and the code that proves that it was. */
export function FirstCode({ pending, onEnabled }: FirstCodeProps) {
  const { t } = useTranslation();
  const [confirm, { isLoading }] = useConfirmTotpMutation();
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const ref = { userId: pending.user_id, totpId: pending.id };
  const submit = async (passcode: string): Promise<void> => {
    setFailure(null);
    try {
      onEnabled(await confirm({ ...ref, passcode }).unwrap());
    } catch (error) {
      setFailure(errorMessage(error));
      setTries(tries + 1);
    }
  };
  return (
    <div className="sy-twofactor-new">
      <p>{t('twoFactor.scan')}</p>
      <img className="sy-qr" src={totpPicture(ref)} width={200} height={200} alt={t('twoFactor.picture')} />
      {pending.url !== undefined && <TotpKey url={pending.url} />}
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      <CodeBoxes
        key={tries}
        disabled={isLoading}
        wrong={failure !== null}
        onComplete={(passcode) => void submit(passcode)}
      />
    </div>
  );
}
