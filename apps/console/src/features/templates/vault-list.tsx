import { DeleteOutlined, EditOutlined, LockOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListKeysQuery } from '../../api/keys-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import type { VaultValues } from './template-values.js';
import { VaultDialog } from './vault-dialog.js';

interface VaultListProps {
  projectId: number;
  value?: VaultValues[];
  onChange?: (value: VaultValues[]) => void;
}

function VaultSource({ projectId, vault }: { projectId: number; vault: VaultValues }) {
  const { t } = useTranslation();
  const { data: keys } = useListKeysQuery(projectId);
  if (vault.type === 'script') {
    return (
      <>
        {t('vault.types.script')}, <code>{vault.script}</code>
      </>
    );
  }
  return `${t('vault.types.password')}, ${keys?.find(({ id }) => id === vault.vault_key_id)?.name ?? ''}`;
}

/** The vaults whose secrets Ansible may need. */
export function VaultList({ projectId, value = [], onChange }: VaultListProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<number | null>(null);
  const nameOf = (vault: VaultValues): string => vault.name ?? t('vault.default');
  const save = (vault: VaultValues): void =>
    onChange?.(editing === value.length ? [...value, vault] : value.map((old, at) => (at === editing ? vault : old)));
  return (
    <>
      {value.length > 0 && (
        <ul className="sy-plist">
          {value.map((vault, index) => (
            <li key={vault.name ?? ''}>
              <LockOutlined aria-hidden />
              <div className="sy-grow">
                <b className="sy-ellipsis">{nameOf(vault)}</b>
                <div className="sy-ellipsis sy-text2">
                  <VaultSource projectId={projectId} vault={vault} />
                </div>
              </div>
              <IconButton
                size="small"
                label={t('common.editNamed', { name: nameOf(vault) })}
                icon={<EditOutlined aria-hidden />}
                onClick={() => setEditing(index)}
              />
              <IconButton
                size="small"
                label={t('common.deleteNamed', { name: nameOf(vault) })}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => onChange?.(value.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setEditing(value.length)}>
        {t('vault.add')}
      </Button>
      {editing !== null && (
        <VaultDialog
          projectId={projectId}
          vault={value[editing] ?? null}
          taken={value.filter((_, at) => at !== editing).map(({ name }) => name)}
          onSave={save}
          onClosed={() => setEditing(null)}
        />
      )}
    </>
  );
}
