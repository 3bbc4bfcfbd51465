import { PasswordInput, type User } from '@switchyard/contracts';
import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSetPasswordMutation } from '../../api/users-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { passwordIssues, type PasswordValues } from './password-values.js';

const empty: PasswordValues = { old_password: '', password: '', revoke_tokens: false };

/** A new password. People give their present one; administrators need not. */
export function PasswordDialog({ user, onClosed }: { user: User; onClosed: () => void }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const needsOld = !useSessionUser().admin;
  const [save] = useSetPasswordMutation();
  const submit = async (values: PasswordValues): Promise<void> => {
    await save({ id: user.id, body: PasswordInput.parse(values) }).unwrap();
    notify.success(t('users.passwordChanged', { name: user.name }));
  };
  return (
    <FormDialog<PasswordValues>
      title={t('users.passwordOf', { name: user.name })}
      width={520}
      initial={empty}
      draft={null}
      submitText={t('users.changePassword')}
      validate={(values) => passwordIssues(values, needsOld)}
      onSubmit={submit}
      onClosed={onClosed}
    >
      {needsOld && (
        <Form.Item name="old_password" label={t('users.oldPassword')} required>
          <Input.Password autoFocus maxLength={1024} autoComplete="current-password" />
        </Form.Item>
      )}
      <Form.Item name="password" label={t('users.newPassword')} required extra={t('users.passwordHint')}>
        <Input.Password autoFocus={!needsOld} maxLength={1024} autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="revoke_tokens" valuePropName="checked">
        <Checkbox>{t('users.revokeTokens')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
