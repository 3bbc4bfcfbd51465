import type { ObjectReferences, Template } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

interface TemplateConsequenceProps {
  template: Template;
  schedules: ObjectReferences['schedules'];
}

/** What dies with a template: its tasks with their logs, and its schedules. */
export function TemplateConsequence({ template, schedules }: TemplateConsequenceProps) {
  const { t } = useTranslation();
  return (
    <p className="sy-consequence">
      {t('template.deleteTasks', { count: template.tasks })}
      {schedules.length > 0 && ` ${t('template.deleteSchedules', { count: schedules.length })}`}
    </p>
  );
}
