import { withVisibleControls } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { RowFilter } from './row-filter.js';

interface TemplateFilterProps {
  projectId: number;
  /** `undefined` = all of them. */
  value: number | undefined;
  onChange: (templateId: number | null) => void;
}

/** A template of the project, or all. The list is fetched when it is first needed. */
export function TemplateFilter({ projectId, value, onChange }: TemplateFilterProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data, isFetching } = useListTemplatesQuery(projectId, { skip: !opened && value === undefined });
  return (
    <RowFilter
      label={t('filter.template')}
      unused={t('filter.allTemplates')}
      value={value}
      onChange={onChange}
      rows={data?.map(({ id, name }) => ({ value: id, label: withVisibleControls(name) }))}
      isFetching={isFetching}
      onOpen={() => setOpened(true)}
    />
  );
}
