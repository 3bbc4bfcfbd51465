import { CopyOutlined } from '@ant-design/icons';
import type { EnabledTotp, User } from '@switchyard/contracts';
import { Alert, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { totpPicture, useDisableTotpMutation, useEnableTotpMutation } from '../../api/users-api.js';
import { useGetInfoQuery } from '../../api/system-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { copyText } from '../../lib/copy-text.js';

/** The recovery code, shown this once. */
function RecoveryCode({ code }: { code: string }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(code);
    if (failure === null) {
      notify.success(t('twoFactor.copied'));
    } else {
      notify.error(t('twoFactor.copyFailed', { message: failure }));
    }
  };
  return (
    <>
      <Alert className="sy-dialog-alert" type="warning" showIcon title={t('twoFactor.recoveryOnce')} />
      <div className="sy-token">
        <code>{code}</code>
        <Button icon={<CopyOutlined aria-hidden />} aria-label={t('twoFactor.copy')} onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
      </div>
    </>
  );
}

/** What has to be done right after it was switched on: scan the picture and keep the code. */
function Enabled({ totp }: { totp: EnabledTotp }) {
  const { t } = useTranslation();
  return (
    <div className="sy-twofactor-new">
      <p>{t('twoFactor.scan')}</p>
      <img
        className="sy-qr"
        src={totpPicture({ userId: totp.user_id, totpId: totp.id })}
        width={200}
        height={200}
        alt={t('twoFactor.picture')}
      />
      {totp.recovery_code !== undefined && <RecoveryCode code={totp.recovery_code} />}
    </div>
  );
}

function Switch({ user, onEnabled }: { user: User; onEnabled: (totp: EnabledTotp | null) => void }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [enable, { isLoading: enabling }] = useEnableTotpMutation();
  const [disable, { isLoading: disabling }] = useDisableTotpMutation();
  const { totp } = user;
  const change = async (work: Promise<EnabledTotp | null>): Promise<void> => {
    try {
      onEnabled(await work);
    } catch (error) {
      notify.error(error);
    }
  };
  if (totp === null) {
    return (
      <Button loading={enabling} onClick={() => void change(enable(user.id).unwrap())}>
        {t('twoFactor.enable')}
      </Button>
    );
  }
  const off = (): void => void change(disable({ userId: user.id, totpId: totp.id }).unwrap());
  return (
    <Popconfirm
      title={t('twoFactor.disableTitle')}
      description={t('twoFactor.disableText')}
      okText={t('twoFactor.disable')}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: true }}
      onConfirm={off}
    >
      <Button loading={disabling}>{t('twoFactor.disable')}</Button>
    </Popconfirm>
  );
}

/**
 * Two-factor sign-in of a user; changes at once, without the form around it. People switch their own on; administrators
 * may switch that of others off. Nothing is shown where the server knows no such codes.
 */
export function TwoFactor({ user }: { user: User }) {
  const { t } = useTranslation();
  const me = useSessionUser();
  const { data: info } = useGetInfoQuery();
  const [fresh, setFresh] = useState<EnabledTotp | null>(null);
  const mayEnable = me.id === user.id && info?.auth_methods.totp !== undefined;
  if (user.totp === null && !mayEnable) {
    return null;
  }
  return (
    <section className="sy-twofactor">
      <div className="sy-section">
        <div className="sy-grow">
          <h3>{t('twoFactor.title')}</h3>
          <p className="sy-text2">{user.totp === null ? t('twoFactor.off') : t('twoFactor.on')}</p>
        </div>
        <Switch user={user} onEnabled={setFresh} />
      </div>
      {fresh !== null && user.totp !== null && <Enabled totp={fresh} />}
    </section>
  );
}
