import { DeleteOutlined } from '@ant-design/icons';
import { type LinkedForgeAccount, LinkedForgeAccountInput, MAX_FORGE_ACCOUNTS } from '@switchyard/contracts';
import { Button, Input } from 'antd';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useLinkForgeAccountMutation,
  useListForgeAccountsQuery,
  useUnlinkForgeAccountMutation,
} from '../../api/user-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { useNotify } from '../../components/feedback/notify.js';
import { DemoGate } from '../../components/session/demo-gate.js';

/** Accounts at forges whose comments act for the signed-in person; changes at once, without the form around it. */
export function ForgeAccounts() {
  const { t } = useTranslation();
  const { data: accounts = [] } = useListForgeAccountsQuery();
  return (
    <section className="sy-twofactor">
      <div className="sy-section">
        <div className="sy-grow">
          <h3>{t('users.forgeAccounts.title')}</h3>
          <p className="sy-text2">{t('users.forgeAccounts.hint')}</p>
        </div>
      </div>
      {accounts.length > 0 && (
        <ul className="sy-forge-accounts">
          {accounts.map((account) => (
            <Linked key={account.id} account={account} />
          ))}
        </ul>
      )}
      {accounts.length < MAX_FORGE_ACCOUNTS && (
        <DemoGate>
          <LinkFields />
        </DemoGate>
      )}
    </section>
  );
}

function Linked({ account: { id, host, account } }: { account: LinkedForgeAccount }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [unlink, { isLoading }] = useUnlinkForgeAccountMutation();
  return (
    <li>
      <span className="sy-grow">
        <code>{account}</code> <span className="sy-text2">{host}</span>
      </span>
      <IconButton
        label={t('users.forgeAccounts.unlink', { account })}
        icon={<DeleteOutlined aria-hidden />}
        loading={isLoading}
        onClick={() => void unlink(id).unwrap().catch(notify.error)}
      />
    </li>
  );
}

function LinkFields() {
  const { t } = useTranslation();
  const notify = useNotify();
  const id = useId();
  const [values, setValues] = useState({ host: '', account: '' });
  const [link, { isLoading }] = useLinkForgeAccountMutation();
  const { data: body } = LinkedForgeAccountInput.safeParse(values);
  const send = (): void => {
    if (body) {
      link(body)
        .unwrap()
        .then(() => setValues({ host: values.host, account: '' }), notify.error);
    }
  };
  /** Enter would send the form around it. */
  const onPressEnter = (event: KeyboardEvent): void => {
    event.preventDefault();
    send();
  };
  const field = (name: keyof typeof values, placeholder: string) => (
    <div className="sy-grow">
      <label htmlFor={`${id}${name}`}>{t(`users.forgeAccounts.${name}`)}</label>
      <Input
        id={`${id}${name}`}
        value={values[name]}
        placeholder={placeholder}
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        onPressEnter={onPressEnter}
      />
    </div>
  );
  return (
    <>
      <div className="sy-forge-link">
        {field('host', 'github.com')}
        {field('account', '1024025')}
        <Button loading={isLoading} disabled={!body} onClick={send}>
          {t('users.forgeAccounts.link')}
        </Button>
      </div>
      <p className="sy-text2">{t('users.forgeAccounts.accountHint')}</p>
    </>
  );
}
