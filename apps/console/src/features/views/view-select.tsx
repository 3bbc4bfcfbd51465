import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

interface ViewSelectProps {
  entries: readonly { key: string; label: string }[];
  value: string;
  onChange: (key: string) => void;
}

/** The choice of a view where its tabs do not fit. */
export function ViewSelect({ entries, value, onChange }: ViewSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      className="sy-view-select"
      aria-label={t('views.view')}
      value={value}
      onChange={onChange}
      options={entries.map(({ key, label }) => ({ value: key, label }))}
    />
  );
}
