import { AutoComplete, Spin } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useListBranchesQuery } from '../../api/git-repositories-api.js';

interface BranchInputProps {
  projectId: number;
  /** Absent: it is not stored yet, so that no runner can list its branches. */
  repositoryId: number | undefined;
  placeholder?: string | undefined;
  /** Given by the field of the form. */
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  'aria-invalid'?: 'true';
  'aria-describedby'?: string;
}

/** Options shown of those that match. */
const SHOWN = 100;

/** A branch: typed, or found among those that a runner lists once the field is opened. */
export function BranchInput({ projectId, repositoryId, placeholder, value, onChange, ...given }: BranchInputProps) {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(false);
  const [typed, setTyped] = useState('');
  const { currentData, isFetching, error, refetch } = useListBranchesQuery(
    { projectId, id: repositoryId ?? 0 },
    { skip: !isWanted || repositoryId === undefined },
  );
  const options = (currentData ?? []).filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  const open = (isOpen: boolean): void => {
    setTyped('');
    setWanted(isWanted || isOpen);
    if (isOpen && error !== undefined && !isFetching) {
      void refetch();
    }
  };
  const note = (): ReactNode => {
    if (repositoryId === undefined) {
      return null;
    }
    if (isFetching) {
      return (
        <span className="sy-option" role="status">
          <Spin size="small" /> {t('branches.loading')}
        </span>
      );
    }
    // The text may be a tag: that no branch has the name is no fault.
    return error === undefined ? null : <span className="sy-field-fault">{errorMessage(error)}</span>;
  };
  return (
    <AutoComplete
      {...given}
      className="sy-mono-select"
      value={value ?? ''}
      {...(placeholder !== undefined && { placeholder })}
      options={options.slice(0, SHOWN).map((name) => ({ value: name }))}
      notFoundContent={note()}
      onOpenChange={open}
      onChange={(next) => onChange?.(next ?? '')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
    />
  );
}
