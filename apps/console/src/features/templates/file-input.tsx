import { AutoComplete } from 'antd';
import { useMemo } from 'react';
import { useListTemplatesQuery } from '../../api/templates-api.js';

interface FileInputProps {
  projectId: number;
  repositoryId: number | undefined;
  placeholder: string;
  /** Given by the field of the form. */
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  'aria-invalid'?: 'true';
  'aria-describedby'?: string;
}

/** A path in a repository: typed, or one of those that templates of the same repository run. */
export function FileInput({ projectId, repositoryId, placeholder, value, onChange, ...given }: FileInputProps) {
  const { data: templates } = useListTemplatesQuery(projectId);
  const options = useMemo(() => {
    const same = (templates ?? []).filter(({ repository_id: own }) => own === repositoryId);
    return [...new Set(same.map(({ playbook }) => playbook))]
      .filter((path) => path !== '')
      .sort()
      .map((path) => ({ value: path }));
  }, [templates, repositoryId]);
  return (
    <AutoComplete
      {...given}
      className="sy-mono-select"
      value={value ?? ''}
      placeholder={placeholder}
      options={options}
      defaultActiveFirstOption={false}
      onChange={(next) => onChange?.(next ?? '')}
      showSearch={{ filterOption: (text, option) => option?.value !== text && (option?.value ?? '').includes(text) }}
    />
  );
}
