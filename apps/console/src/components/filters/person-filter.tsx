import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListMembersQuery } from '../../api/members-api.js';

interface PersonFilterProps {
  projectId: number;
  /** `undefined` = everybody. */
  value: number | undefined;
  onChange: (userId: number | null) => void;
  label: string;
}

/** A member of the project, or everybody. */
export function PersonFilter({ projectId, value, onChange, label }: PersonFilterProps) {
  const { t } = useTranslation();
  const { data: members } = useListMembersQuery(projectId);
  return (
    <Select
      aria-label={label}
      className="sy-filter-select"
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? 0}
      onChange={(id) => onChange(id === 0 ? null : id)}
      options={[
        { value: 0, label: t('filter.everybody') },
        ...(members ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
