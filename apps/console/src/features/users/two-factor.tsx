import type { EnabledTotp, Totp, User } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeginTotpMutation, useDisableTotpMutation } from '../../api/users-api.js';
import { useGetInfoQuery } from '../../api/system-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { FirstCode } from './first-code.js';
import { CopiedSecret } from './copied-secret.js';
import { DemoGate } from '../../components/session/demo-gate.js';

interface EnableProps {
  user: User;
  pending: EnabledTotp | null;
  onPending: (totp: EnabledTotp | null) => void;
}

/** Begins it; until the first code was taken it can be given up, which leaves everything as it was. */
function Enable({ user, pending, onPending }: EnableProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [begin, { isLoading }] = useBeginTotpMutation();
  const enable = async (): Promise<void> => {
    try {
      onPending(await begin(user.id).unwrap());
    } catch (error) {
      notify.error(error);
    }
  };
  return pending === null ? (
    <DemoGate>
      <Button loading={isLoading} onClick={() => void enable()}>
        {t('twoFactor.enable')}
      </Button>
    </DemoGate>
  ) : (
    <Button onClick={() => onPending(null)}>{t('twoFactor.giveUp')}</Button>
  );
}

function Disable({ user, totp }: { user: User; totp: Totp }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [disable, { isLoading }] = useDisableTotpMutation();
  return (
    <>
      <Button loading={isLoading} onClick={() => setAsked(true)}>
        {t('twoFactor.disable')}
      </Button>
      {asked && (
        <AskDialog
          title={t('twoFactor.disableTitle')}
          button={t('twoFactor.disable')}
          onConfirm={() => disable({ userId: user.id, totpId: totp.id }).unwrap()}
          onClosed={() => setAsked(false)}
        >
          <p>{t('twoFactor.disableText')}</p>
        </AskDialog>
      )}
    </>
  );
}

/**
 * Two-factor sign-in of a user; changes at once, without the form around it. People switch their own on, by a first code;
 * administrators may switch that of others off. Nothing is shown where the server knows no such codes.
 */
export function TwoFactor({ user }: { user: User }) {
  const { t } = useTranslation();
  const me = useSessionUser();
  const { data: info } = useGetInfoQuery();
  const [pending, setPending] = useState<EnabledTotp | null>(null);
  const [enabled, setEnabled] = useState<EnabledTotp | null>(null);
  const { totp } = user;
  const mayEnable = me.id === user.id && info?.auth_methods.totp !== undefined;
  if (totp === null && !mayEnable) {
    return null;
  }
  const finish = (fresh: EnabledTotp): void => {
    setPending(null);
    setEnabled(fresh);
  };
  return (
    <section className="sy-twofactor">
      <div className="sy-section">
        <div className="sy-grow">
          <h3>{t('twoFactor.title')}</h3>
          <p className="sy-text2">{totp === null ? t('twoFactor.off') : t('twoFactor.on')}</p>
        </div>
        {totp === null ? (
          <Enable user={user} pending={pending} onPending={setPending} />
        ) : (
          <Disable user={user} totp={totp} />
        )}
      </div>
      {totp === null && pending !== null && <FirstCode key={pending.id} pending={pending} onEnabled={finish} />}
      {enabled?.recovery_code !== undefined && totp !== null && <RecoveryCode code={enabled.recovery_code} />}
    </section>
  );
}

/** The recovery code, shown this once. */
function RecoveryCode({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <div className="sy-twofactor-new">
      <Alert className="sy-dialog-alert" type="warning" showIcon title={t('twoFactor.recoveryOnce')} />
      <CopiedSecret
        text={code}
        label={t('twoFactor.copy')}
        copied={t('twoFactor.copied')}
        failed={(message) => t('twoFactor.copyFailed', { message })}
      />
    </div>
  );
}
