import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.js';

interface RowActionsProps {
  name: string;
  onEdit?: () => void;
  onDelete: () => void;
  /** Actions left of these. */
  before?: ReactNode;
  /** Actions right of these. */
  after?: ReactNode;
}

/** Edit and delete at the far right of a row. */
export function RowActions({ name, onEdit, onDelete, before, after }: RowActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="sy-table-actions">
      {before}
      {onEdit !== undefined && (
        <IconButton
          size="small"
          label={t('common.editNamed', { name })}
          icon={<EditOutlined aria-hidden />}
          onClick={onEdit}
        />
      )}
      <IconButton
        size="small"
        label={t('common.deleteNamed', { name })}
        icon={<DeleteOutlined aria-hidden />}
        onClick={onDelete}
      />
      {after}
    </div>
  );
}
