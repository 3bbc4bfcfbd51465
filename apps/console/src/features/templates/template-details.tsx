import { isPlanned, type Template } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { appTitle } from '../../components/brand/app-title.js';
import { Dash } from '../../components/display/dash.js';
import { useResourceNames } from '../../components/resource/use-resource-names.js';
import { inventoryTypes, isAnsible } from './template-values.js';

const typeWords = { '': 'task', build: 'build', deploy: 'deploy' } as const;

/** What the template is made of, as label and value. */
export function TemplateDetails({ template }: { template: Template }) {
  const { t } = useTranslation();
  const names = useResourceNames(template.project_id);
  const fileLabel = isPlanned(template.app)
    ? t('template.directory')
    : isAnsible(template.app)
      ? t('template.playbook')
      : t('template.script');
  const facts: [string, ReactNode][] = [
    [t('template.app'), appTitle({ id: template.app || 'ansible', title: '' })],
    [t('template.type'), t(`template.types.${typeWords[template.type]}`)],
    [fileLabel, template.playbook && <code key="p">{template.playbook}</code>],
    [t('template.repository'), names.repository(template.repository_id)],
    [t('template.branch'), template.git_branch && <code key="b">{template.git_branch}</code>],
    ...(inventoryTypes(template.app).length > 0
      ? ([
          [
            isAnsible(template.app) ? t('template.inventory') : t('template.workspace'),
            names.inventory(template.inventory_id),
          ],
        ] as [string, ReactNode][])
      : []),
    [t('template.environment'), names.environment(template.environment_id)],
    [t('runnerTag.label'), template.runner_tag],
    [t('template.cliArguments'), template.arguments && <code key="a">{template.arguments}</code>],
    [t('template.timeout'), template.timeout_minutes],
    [t('template.surveyVariables'), (template.survey_vars ?? []).map(({ title }) => title).join(', ')],
  ];
  return (
    <dl className="sy-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || <Dash />}</dd>
        </div>
      ))}
    </dl>
  );
}
