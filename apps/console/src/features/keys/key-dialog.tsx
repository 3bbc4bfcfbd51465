import { KEY_TYPES, KeyInput, type Key, privateKeyProblem } from '@switchyard/contracts';
import { Checkbox, Form, Input, Radio, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveKeyMutation } from '../../api/keys-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { UsedBy } from '../../components/dialogs/used-by.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { GeneratedPassword } from './generated-password.js';
import { GithubAppFields } from './github-app-fields.js';
import { KeyProblemText } from './key-problem-text.js';
import { PassphraseFits } from './passphrase-fits.js';
import { PastedKeyFacts } from './pasted-key-facts.js';
import { privateKeyFacts } from './private-key-facts.js';
import { PublicKey, PublicKeyDialog } from './public-key.js';
import { VaultChoice, VaultPlace } from './vault-fields.js';
import { keyBody, keyIssues, keyValues, type KeyValues, plainKey } from './key-values.js';

const useInVault = (): boolean => Form.useWatch<boolean | undefined>('in_vault') ?? false;

function LoginPasswordFields() {
  const { t } = useTranslation();
  const inVault = useInVault();
  return (
    <>
      <Form.Item name={['login_password', 'login']} label={t('key.username')}>
        <Input autoComplete="off" />
      </Form.Item>
      <VaultChoice />
      {inVault ? (
        <VaultPlace />
      ) : (
        <>
          <Form.Item name={['login_password', 'password']} label={t('key.password')} required>
            <Input.Password autoComplete="new-password" />
          </Form.Item>
          <GeneratedPassword />
        </>
      )}
    </>
  );
}

function PassphraseField({ found }: { found?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Form.Item name={['ssh', 'passphrase']} label={t('key.passphrase')} extra={found}>
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  );
}

function PastedKeyFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const text = Form.useWatch<string | undefined>(['ssh', 'private_key']) ?? '';
  const passphrase = Form.useWatch<string | undefined>(['ssh', 'passphrase']) ?? '';
  const problem = text.trim() === '' ? null : privateKeyProblem(text);
  const facts = useMemo(() => (problem === null ? privateKeyFacts(text) : null), [problem, text]);
  return (
    <>
      <Form.Item
        name={['ssh', 'private_key']}
        label={t('key.privateKey')}
        required
        validateStatus={problem ? 'warning' : undefined}
        extra={
          problem ? (
            <KeyProblemText problem={problem} />
          ) : (
            facts && <PastedKeyFacts facts={facts} hasPassphrase={passphrase !== ''} />
          )
        }
      >
        <Input.TextArea className="sy-mono" autoSize={{ minRows: 5, maxRows: 14 }} spellCheck={false} />
      </Form.Item>
      <PassphraseField
        found={
          facts?.isEncrypted && passphrase !== '' ? (
            <PassphraseFits projectId={projectId} privateKey={text} passphrase={passphrase} />
          ) : null
        }
      />
    </>
  );
}

/** A pair that the server makes, or a private key that is pasted. */
function StoredKeyFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const generate = Form.useWatch<boolean | undefined>(['ssh', 'generate']) ?? false;
  return (
    <>
      <Form.Item name={['ssh', 'generate']} label={t('key.source')}>
        <Radio.Group
          options={[
            { value: false, label: t('key.paste') },
            { value: true, label: t('key.generate') },
          ]}
        />
      </Form.Item>
      {generate ? <p className="sy-text2">{t('key.generateHint')}</p> : <PastedKeyFields projectId={projectId} />}
    </>
  );
}

function SshFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const inVault = useInVault();
  return (
    <>
      <Form.Item name={['ssh', 'login']} label={t('key.username')}>
        <Input autoComplete="off" />
      </Form.Item>
      <VaultChoice />
      {inVault ? (
        <>
          <PassphraseField />
          <VaultPlace />
        </>
      ) : (
        <StoredKeyFields projectId={projectId} />
      )}
    </>
  );
}

/** Facts about the stored secret. */
function StoredFacts({ row: { problem, public_key: publicKey, fingerprint, vault_reference: place } }: { row: Key }) {
  const { t } = useTranslation();
  return (
    <>
      {problem && <KeyProblemText problem={problem} />}
      {publicKey && <PublicKey text={publicKey} fingerprint={fingerprint ?? ''} />}
      {place && (
        <p className="sy-text2">
          {t('key.vaultPlace')}: <code>{place}</code>
        </p>
      )}
    </>
  );
}

/** The type and the secret of an existing key can be changed only when its override is ticked. */
function KeyFields({ projectId, row }: Pick<KeyDialogProps, 'projectId' | 'row'>) {
  const { t } = useTranslation();
  const isNew = row === null;
  const form = Form.useFormInstance<KeyValues>();
  const type = Form.useWatch('type', form);
  const override = Form.useWatch('override_secret', form);
  const editable = isNew || override;
  return (
    <>
      <Form.Item name="name" label={t('key.name')} required>
        <Input autoFocus />
      </Form.Item>
      {row && !override && <StoredFacts row={row} />}
      {!isNew && (
        <Form.Item name="override_secret" valuePropName="checked">
          <Checkbox>{t('key.override')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="type" label={t('key.type')} required={editable}>
        <Select disabled={!editable} options={KEY_TYPES.map((value) => ({ value, label: t(`key.types.${value}`) }))} />
      </Form.Item>
      {editable && type === 'login_password' && <LoginPasswordFields />}
      {editable && type === 'ssh' && <SshFields projectId={projectId} />}
      {editable && type === 'github_app' && <GithubAppFields />}
    </>
  );
}

interface KeyDialogProps {
  projectId: number;
  row: Key | null;
  /** Gets the id of a new key. */
  onSaved?: (id: number | null) => void;
  onClosed: () => void;
}

interface LoadedDialogProps extends KeyDialogProps {
  edited?: Edited<KeyValues>;
  /** A pair was made for the new key. */
  onMade?: (key: Key) => void;
}

function LoadedDialog({ projectId, row, edited, onMade, onSaved, onClosed }: LoadedDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveKeyMutation();
  const submit = async (values: KeyValues, tag: string | null): Promise<void> => {
    const saved = await save({ projectId, id: row?.id, tag, body: KeyInput.parse(keyBody(values)) }).unwrap();
    onSaved?.(saved?.id ?? null);
    if (saved !== null && values.type === 'ssh' && values.ssh.generate) {
      onMade?.(saved);
    }
  };
  return (
    <FormDialog<KeyValues>
      title={row === null ? t('key.new') : t('key.edit')}
      width={520}
      initial={keyValues(row)}
      edited={edited}
      draft={{ name: draftName(`project/${projectId}/keys`, row?.id), plain: plainKey }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => keyIssues(values, row === null)}
      onSubmit={submit}
      onClosed={onClosed}
      aside={row !== null && <UsedBy projectId={projectId} kind="keys" id={row.id} />}
    >
      <KeyFields projectId={projectId} row={row} />
    </FormDialog>
  );
}

/** A new key. Of a pair that was made for it the public key follows, which has to be copied to where it opens something. */
function NewKeyDialog({ projectId, onSaved, onClosed }: Omit<KeyDialogProps, 'row'>) {
  const [made, setMade] = useState<Key | null>(null);
  return made?.public_key ? (
    <PublicKeyDialog name={made.name} text={made.public_key} fingerprint={made.fingerprint ?? ''} onClosed={onClosed} />
  ) : (
    <LoadedDialog projectId={projectId} row={null} onMade={setMade} onSaved={onSaved} onClosed={onClosed} />
  );
}

export function KeyDialog({ projectId, row, onSaved, onClosed }: KeyDialogProps) {
  const { t } = useTranslation();
  return row === null ? (
    <NewKeyDialog projectId={projectId} onSaved={onSaved} onClosed={onClosed} />
  ) : (
    <StoredRow<Key> path={`project/${projectId}/keys/${row.id}`} title={t('key.edit')} onClosed={onClosed}>
      {(stored, readAgain) => (
        <LoadedDialog
          projectId={projectId}
          onClosed={onClosed}
          row={stored.row}
          edited={editedAs(stored, readAgain, keyValues)}
        />
      )}
    </StoredRow>
  );
}
