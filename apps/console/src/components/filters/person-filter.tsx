import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListMembersQuery } from '../../api/members-api.js';
import { LateSelect } from './late-select.js';

interface PersonFilterProps {
  projectId: number;
  /** `undefined` = everybody. */
  value: number | undefined;
  onChange: (userId: number | null) => void;
  label: string;
}

/** A member of the project, or everybody. The list is fetched when it is first needed. */
export function PersonFilter({ projectId, value, onChange, label }: PersonFilterProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data: members, isFetching } = useListMembersQuery(projectId, { skip: !opened && value === undefined });
  return (
    <LateSelect
      aria-label={label}
      isUsed={value !== undefined}
      unused={t('filter.everybody')}
      loading={isFetching}
      onOpenChange={(open) => open && setOpened(true)}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? 0}
      onChange={(id) => onChange(id === 0 ? null : id)}
      options={[
        { value: 0, label: t('filter.everybody') },
        ...(members ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ...(value !== undefined && !members?.some(({ id }) => id === value) ? [{ value, label: `#${value}` }] : []),
      ]}
    />
  );
}
