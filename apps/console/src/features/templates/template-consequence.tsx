import { type ObjectReferences, type Template, withVisibleControls } from '@switchyard/contracts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { listText } from '../../lib/list-text.js';

interface TemplateConsequenceProps {
  template: Template;
  references: ObjectReferences;
}

/**
 * Objects that are deleted with a template: its tasks with their logs, its schedules, and the builds that deploy templates take
 * from it.
 */
export function TemplateConsequence({ template, references: { schedules, templates } }: TemplateConsequenceProps) {
  const { t } = useTranslation();
  const names = listText(templates.map(({ name }) => withVisibleControls(name)));
  return (
    <>
      {templates.length > 0 && (
        <Alert
          className="sy-dialog-alert"
          type="warning"
          showIcon
          title={t('template.deleteBuild', { count: templates.length, names })}
        />
      )}
      <p className="sy-consequence">
        {t('template.deleteTasks', { count: template.tasks })}
        {schedules.length > 0 && ` ${t('template.deleteSchedules', { count: schedules.length })}`}
        {schedules.length > 0 && ` ${withVisibleControls(listText(schedules.map(({ name }) => name)))}`}
      </p>
    </>
  );
}
