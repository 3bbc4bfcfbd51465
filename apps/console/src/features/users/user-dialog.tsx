import { UserCreate, UserUpdate, type User } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateUserMutation, useUpdateUserMutation } from '../../api/users-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { ForgeAccounts } from './forge-accounts.js';
import { PasswordDialog } from './password-dialog.js';
import { TwoFactor } from './two-factor.js';
import { UserFields } from './user-fields.js';
import { createBody, updateBody, userIssues, userValues, type UserValues } from './user-values.js';

interface UserDialogProps {
  title: string;
  /** `null` = a new user. */
  user: User | null;
  onClosed: () => void;
}

/** Sends the form and confirms it. */
function useSave(user: User | null): (values: UserValues) => Promise<void> {
  const { t } = useTranslation();
  const notify = useNotify();
  const [create] = useCreateUserMutation();
  const [update] = useUpdateUserMutation();
  return async (values) => {
    if (user === null) {
      const { name } = await create(UserCreate.parse(createBody(values))).unwrap();
      notify.success(t('users.created', { name }));
    } else {
      const body = UserUpdate.parse(updateBody(values));
      await update({ id: user.id, body }).unwrap();
      notify.success(t('users.saved', { name: body.name }));
    }
  };
}

/** New or changed user; also the account of the signed-in user. Password and two-factor sign-in change by themselves. */
export function UserDialog({ title, user, onClosed }: UserDialogProps) {
  const { t } = useTranslation();
  const save = useSave(user);
  const [changing, setChanging] = useState(false);
  const me = useSessionUser();
  const changeable = user !== null && !user.external;
  return (
    <>
      <FormDialog<UserValues>
        title={title}
        width={520}
        initial={userValues(user)}
        draft={{ name: draftName('users', user?.id) }}
        submitText={user === null ? t('common.create') : t('common.save')}
        validate={(values) => userIssues(values, user === null)}
        onSubmit={save}
        onClosed={onClosed}
        aside={
          changeable && (
            <Button type="link" className="sy-aside-link" onClick={() => setChanging(true)}>
              {t('users.changePassword')}
            </Button>
          )
        }
      >
        <UserFields user={user} />
        {user !== null && <TwoFactor user={user} />}
        {user !== null && user.id === me.id && <ForgeAccounts />}
      </FormDialog>
      {changing && user !== null && <PasswordDialog user={user} onClosed={() => setChanging(false)} />}
    </>
  );
}
