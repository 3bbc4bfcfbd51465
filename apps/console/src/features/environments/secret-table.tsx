import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { newSecret, type SecretRow } from './environment-values.js';

interface SecretTableProps {
  value?: SecretRow[];
  onChange?: (rows: SecretRow[]) => void;
}

function SecretField({ row, onChange }: { row: SecretRow; onChange: (part: Partial<SecretRow>) => void }) {
  const { t } = useTranslation();
  if (row.stored && !row.replaced) {
    return (
      <div className="sy-stored-secret">
        <span aria-label={t('environment.secretStored')} role="img">
          ••••••••••••
        </span>
        <button type="button" className="sy-linkbutton" onClick={() => onChange({ replaced: true })}>
          {t('environment.replace')}
        </button>
      </div>
    );
  }
  return (
    <Input.Password
      autoComplete="new-password"
      aria-label={t('environment.variableValue', { name: row.name })}
      value={row.secret}
      onChange={(event) => onChange({ secret: event.target.value })}
    />
  );
}

/** Secrets: a stored one is never shown, only replaced. */
export function SecretTable({ value = [], onChange }: SecretTableProps) {
  const { t } = useTranslation();
  const types = [
    { value: 'var' as const, label: t('environment.secretVar') },
    { value: 'env' as const, label: t('environment.secretEnv') },
  ];
  const change =
    (key: number) =>
    (part: Partial<SecretRow>): void =>
      onChange?.(value.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className="sy-pairs" role="group" aria-label={t('environment.secrets')}>
      {value.map((row) => (
        <div key={row.key} className="sy-pair sy-pair-secret">
          <Input
            className="sy-mono"
            spellCheck={false}
            aria-label={t('environment.variableName')}
            value={row.name}
            onChange={(event) => change(row.key)({ name: event.target.value })}
          />
          <Select
            aria-label={t('environment.secretType', { name: row.name })}
            value={row.type}
            options={types}
            onChange={(type) => change(row.key)({ type })}
          />
          <SecretField row={row} onChange={change(row.key)} />
          <IconButton
            label={t('common.deleteNamed', { name: row.name })}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onChange?.(value.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => onChange?.([...value, newSecret()])}>
        {t('environment.addSecret')}
      </Button>
    </div>
  );
}
