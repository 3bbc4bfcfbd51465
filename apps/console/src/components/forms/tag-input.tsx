import { Select } from 'antd';

interface TagInputProps {
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
  placeholder?: string;
  mono?: boolean;
  'aria-label'?: string;
}

/** A list of short texts: Enter adds one, as it is; nothing is split. */
export function TagInput({ mono = false, ...rest }: TagInputProps) {
  return (
    <Select
      {...rest}
      mode="tags"
      open={false}
      suffixIcon={null}
      className={mono ? 'sy-mono-select' : ''}
      notFoundContent={null}
    />
  );
}
