import { EditOutlined, SafetyOutlined } from '@ant-design/icons';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { useFeature } from '../../components/page/use-feature.js';
import { newSecret, type SecretRow } from './environment-values.js';
import { faultProps, type PairFieldsProps, PairTable } from './pair-table.js';
import type { RowFaults } from './variable-rows.js';

interface SecretTableProps {
  value?: SecretRow[];
  faults: RowFaults;
  onChange?: (rows: SecretRow[]) => void;
}

type SecretFieldProps = PairFieldsProps<SecretRow>;

/** A value that is typed, or its place in a vault. */
function TypedSecret({ row, fault, faultId, onChange }: SecretFieldProps) {
  const { t } = useTranslation();
  const isIncluded = useFeature('hashicorp_vault_secrets') ?? false;
  const { name, inVault } = row;
  return (
    <div className="sy-secret-value">
      {inVault ? (
        <Input
          className="sy-mono"
          spellCheck={false}
          maxLength={512}
          placeholder="secret/web/db#password"
          aria-label={t('environment.vaultPlace', { name })}
          value={row.reference}
          onChange={(event) => onChange({ reference: event.target.value })}
          {...faultProps(fault, 'value', faultId)}
        />
      ) : (
        <Input.Password
          autoComplete="new-password"
          aria-label={t('environment.variableValue', { name })}
          value={row.secret}
          onChange={(event) => onChange({ secret: event.target.value })}
        />
      )}
      {(isIncluded || inVault) && (
        <IconButton
          label={inVault ? t('environment.typeValue', { name }) : t('environment.fromVault', { name })}
          icon={inVault ? <EditOutlined aria-hidden /> : <SafetyOutlined aria-hidden />}
          onClick={() => onChange({ inVault: !inVault })}
        />
      )}
    </div>
  );
}

function SecretField(props: SecretFieldProps) {
  const { t } = useTranslation();
  const { row, onChange } = props;
  if (row.stored && !row.replaced) {
    return (
      <div className="sy-stored-secret">
        {row.inVault ? (
          <code className="sy-stored-place" title={row.reference}>
            {row.reference}
          </code>
        ) : (
          <span aria-label={t('environment.secretStored')} role="img">
            ••••••••••••
          </span>
        )}
        <button type="button" className="sy-linkbutton" onClick={() => onChange({ replaced: true })}>
          {t('environment.replace')}
        </button>
      </div>
    );
  }
  return <TypedSecret {...props} />;
}

function SecretFields(props: SecretFieldProps) {
  const { t } = useTranslation();
  const { row, onChange } = props;
  const types = [
    { value: 'var' as const, label: t('environment.secretVar') },
    { value: 'env' as const, label: t('environment.secretEnv') },
  ];
  return (
    <>
      <Select
        aria-label={t('environment.secretType', { name: row.name })}
        value={row.type}
        options={types}
        onChange={(type) => onChange({ type })}
      />
      <SecretField {...props} />
    </>
  );
}

/** Secrets: a stored one is never shown, only replaced. */
export function SecretTable(props: SecretTableProps) {
  const { t } = useTranslation();
  return (
    <PairTable
      {...props}
      className="sy-pair sy-pair-secret"
      label={t('environment.secrets')}
      addText={t('environment.addSecret')}
      newRow={newSecret}
      fields={(field) => <SecretFields {...field} />}
    />
  );
}
