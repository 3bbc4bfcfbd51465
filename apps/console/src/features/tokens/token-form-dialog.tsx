import { ApiTokenInput, type ApiToken } from '@switchyard/contracts';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCreateTokenMutation } from '../../api/user-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { formIssues } from '../../lib/form-issues.js';
import { TOKEN_LIVES, tokenBody, type TokenLife, type TokenValues } from './token-values.js';

const initial: TokenValues = { name: '', life: 90, accounts: false, lasting: false };

interface TokenFormDialogProps {
  /** Called with the whole token. */
  onCreated: (token: ApiToken) => void;
  onClosed: () => void;
}

/** Name, life and scopes of a new token; all may be left as they are. */
export function TokenFormDialog({ onCreated, onClosed }: TokenFormDialogProps) {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const [create] = useCreateTokenMutation();
  const life = (days: TokenLife): string => (days === 0 ? t('tokens.never') : t('tokens.days', { count: days }));
  return (
    <FormDialog<TokenValues>
      title={t('tokens.new')}
      width={520}
      initial={initial}
      draft={{ name: 'tokens/new' }}
      submitText={t('common.create')}
      validate={(values) => formIssues(ApiTokenInput, tokenBody(values, Date.now()))}
      onSubmit={async (values) => onCreated(await create(tokenBody(values, Date.now())).unwrap())}
      onClosed={onClosed}
    >
      <Form.Item name="name" label={t('tokens.name')} extra={t('tokens.nameHint')}>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <Form.Item name="life" label={t('tokens.life')}>
        <Select<TokenLife> options={TOKEN_LIVES.map((days) => ({ value: days, label: life(days) }))} />
      </Form.Item>
      <Form.Item name="lasting" valuePropName="checked" extra={t('tokens.mayLastingHint')}>
        <Checkbox>{t('tokens.mayLasting')}</Checkbox>
      </Form.Item>
      {admin && (
        <Form.Item name="accounts" valuePropName="checked" extra={t('tokens.mayAccountsHint')}>
          <Checkbox>{t('tokens.mayAccounts')}</Checkbox>
        </Form.Item>
      )}
    </FormDialog>
  );
}
