import { withVisibleControls } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListMembersQuery } from '../../api/members-api.js';
import { RowFilter } from './row-filter.js';

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
    <RowFilter
      label={label}
      unused={t('filter.everybody')}
      value={value}
      onChange={onChange}
      rows={members?.map(({ id, name }) => ({ value: id, label: withVisibleControls(name) }))}
      isFetching={isFetching}
      onOpen={() => setOpened(true)}
    />
  );
}
