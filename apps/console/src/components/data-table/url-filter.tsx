import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useSearchParams } from 'react-router-dom';

/** Filter text of a list, kept in the address. */
export function useUrlFilter(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (text: string): void =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        next.delete('q');
        if (text !== '') {
          next.set('q', text);
        }
        return next;
      },
      { replace: true },
    );
  return [params.get('q') ?? '', set];
}

interface FilterInputProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export function FilterInput({ label, value, onChange }: FilterInputProps) {
  return (
    <Input
      className="sy-filter"
      prefix={<SearchOutlined aria-hidden />}
      value={value}
      allowClear
      placeholder={label}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
