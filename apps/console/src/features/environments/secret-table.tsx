import { DeleteOutlined, EditOutlined, PlusOutlined, SafetyOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { useFeature } from '../../components/page/use-feature.js';
import { newSecret, type SecretRow } from './environment-values.js';
import type { RowFault, RowFaults } from './variable-rows.js';
import { faultProps } from './variable-table.js';

interface SecretTableProps {
  value?: SecretRow[];
  faults: RowFaults;
  onChange?: (rows: SecretRow[]) => void;
}

interface SecretFieldProps {
  row: SecretRow;
  fault: RowFault | undefined;
  faultId: string;
  onChange: (part: Partial<SecretRow>) => void;
}

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

interface LineProps {
  row: SecretRow;
  fault: RowFault | undefined;
  /** It was just added. */
  isNew: boolean;
  onChange: (part: Partial<SecretRow>) => void;
  onRemove: () => void;
}

function Line({ row, fault, isNew, onChange, onRemove }: LineProps) {
  const { t } = useTranslation();
  const faultId = useId();
  const types = [
    { value: 'var' as const, label: t('environment.secretVar') },
    { value: 'env' as const, label: t('environment.secretEnv') },
  ];
  return (
    <div className="sy-pair sy-pair-secret">
      <Input
        className="sy-mono"
        spellCheck={false}
        autoFocus={isNew}
        aria-label={t('environment.variableName')}
        value={row.name}
        onChange={(event) => onChange({ name: event.target.value })}
        {...faultProps(fault, 'name', faultId)}
      />
      <Select
        aria-label={t('environment.secretType', { name: row.name })}
        value={row.type}
        options={types}
        onChange={(type) => onChange({ type })}
      />
      <SecretField row={row} fault={fault} faultId={faultId} onChange={onChange} />
      <IconButton
        label={t('common.deleteNamed', { name: row.name })}
        icon={<DeleteOutlined aria-hidden />}
        onClick={onRemove}
      />
      {fault && (
        <p id={faultId} className="sy-pair-fault">
          {fault.message}
        </p>
      )}
    </div>
  );
}

/** Secrets: a stored one is never shown, only replaced. */
export function SecretTable({ value = [], faults, onChange }: SecretTableProps) {
  const { t } = useTranslation();
  const [added, setAdded] = useState<number | null>(null);
  const add = (): void => {
    const row = newSecret();
    setAdded(row.key);
    onChange?.([...value, row]);
  };
  return (
    <div className="sy-pairs" role="group" aria-label={t('environment.secrets')}>
      {value.map((row) => (
        <Line
          key={row.key}
          row={row}
          fault={faults.get(row.key)}
          isNew={row.key === added}
          onChange={(part) => onChange?.(value.map((each) => (each.key === row.key ? { ...each, ...part } : each)))}
          onRemove={() => onChange?.(value.filter(({ key }) => key !== row.key))}
        />
      ))}
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={add}>
        {t('environment.addSecret')}
      </Button>
    </div>
  );
}
