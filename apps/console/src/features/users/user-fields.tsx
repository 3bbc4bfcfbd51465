import type { User } from '@switchyard/contracts';
import { Alert, Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../components/session/session-user.js';

const flags = ['alert', 'admin', 'external', 'pro'] as const;

interface UserFieldsProps {
  /** `null` = a new user. */
  user: User | null;
}

function IdentityFields({ user }: UserFieldsProps) {
  const { t } = useTranslation();
  const fixed = user?.external ?? false;
  return (
    <>
      {user !== null && user.left_directory !== null && (
        <Alert className="sy-dialog-alert" type="warning" showIcon title={t('users.leftHint')} />
      )}
      <Form.Item name="name" label={t('users.name')} required>
        <Input autoFocus maxLength={255} autoComplete="off" />
      </Form.Item>
      <div className="sy-halves">
        <Form.Item name="username" label={t('users.username')} required>
          <Input disabled={fixed} maxLength={255} autoComplete="off" spellCheck={false} autoCapitalize="none" />
        </Form.Item>
        <Form.Item name="email" label={t('users.email')} required extra={fixed ? t('users.externalFixed') : undefined}>
          <Input disabled={fixed} maxLength={255} autoComplete="off" spellCheck={false} autoCapitalize="none" />
        </Form.Item>
      </div>
    </>
  );
}

function PasswordField() {
  const { t } = useTranslation();
  const external = Form.useWatch<boolean | undefined>('external') ?? false;
  return (
    <Form.Item
      name="password"
      label={t('users.password')}
      required={!external}
      extra={external ? t('users.externalPassword') : undefined}
    >
      <Input.Password disabled={external} maxLength={1024} autoComplete="new-password" />
    </Form.Item>
  );
}

/** Name, login, email, the password of a new user, and the flags; of their own account people see those that they may set. */
export function UserFields({ user }: UserFieldsProps) {
  const { t } = useTranslation();
  const me = useSessionUser();
  const locked = {
    alert: false,
    admin: !me.admin || user?.id === me.id,
    external: user !== null,
    pro: !me.admin,
  };
  const isOwn = user?.id === me.id;
  const shown = flags.filter((flag) => !isOwn || !locked[flag]);
  return (
    <>
      <IdentityFields user={user} />
      {user === null && <PasswordField />}
      <div className="sy-checks">
        {shown.map((flag) => (
          <Form.Item
            key={flag}
            name={flag}
            valuePropName="checked"
            extra={isOwn && flag === 'alert' ? t('users.ownAlertHint') : t(`users.flagHints.${flag}`)}
          >
            <Checkbox disabled={locked[flag]}>{t(`users.flags.${flag}`)}</Checkbox>
          </Form.Item>
        ))}
      </div>
    </>
  );
}
