import { withVisibleControls } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { LateSelect } from './late-select.js';

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
    <LateSelect
      aria-label={t('filter.template')}
      isUsed={value !== undefined}
      unused={t('filter.allTemplates')}
      popupMatchSelectWidth={320}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      onOpenChange={(open) => open && setOpened(true)}
      value={value ?? 0}
      onChange={(id) => onChange(id === 0 ? null : id)}
      options={[
        { value: 0, label: t('filter.allTemplates') },
        ...(data ?? []).map(({ id, name }) => ({ value: id, label: withVisibleControls(name) })),
        ...(value !== undefined && !data?.some(({ id }) => id === value) ? [{ value, label: `#${value}` }] : []),
      ]}
    />
  );
}
