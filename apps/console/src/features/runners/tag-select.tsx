import { Select } from 'antd';
import { useState } from 'react';
import { type RunnerScope, useListRunnerTagsQuery } from '../../api/runners-api.js';

interface TagSelectProps {
  scope: RunnerScope;
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
}

/**
 * Tags of a runner, several, each by Enter. Tags that others have are offered while one is typed: the list is closed
 * otherwise, because Tab takes what is highlighted in an open one.
 */
export function TagSelect({ scope, onChange, ...field }: TagSelectProps) {
  const { data: tags = [] } = useListRunnerTagsQuery(scope);
  const [typed, setTyped] = useState('');
  return (
    <Select
      {...field}
      mode="tags"
      className="sy-mono-select"
      suffixIcon={null}
      tokenSeparators={[',', ' ']}
      open={typed !== ''}
      showSearch={{ onSearch: setTyped }}
      onChange={(value) => {
        setTyped('');
        onChange?.(value);
      }}
      options={tags.map(({ tag }) => ({ value: tag, label: tag }))}
    />
  );
}
