import { parseArguments, type Template } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { appTitle } from '../../components/app-title.js';
import { Dash } from '../../components/dash.js';
import { useResourceNames } from '../../components/use-resource-names.js';
import { isAnsible } from './template-values.js';

const typeWords = { '': 'task', build: 'build', deploy: 'deploy' } as const;

/** What the template is made of, as label and value. */
export function TemplateDetails({ template }: { template: Template }) {
  const { t } = useTranslation();
  const names = useResourceNames(template.project_id);
  const args = parseArguments(template.arguments) ?? [];
  const facts: [string, ReactNode][] = [
    [t('template.app'), appTitle({ id: template.app || 'ansible', title: '' })],
    [t('template.type'), t(`template.types.${typeWords[template.type]}`)],
    [isAnsible(template.app) ? t('template.playbook') : t('template.script'), <code key="p">{template.playbook}</code>],
    [t('template.repository'), names.repository(template.repository_id)],
    [t('template.branch'), template.git_branch && <code key="b">{template.git_branch}</code>],
    ...(isAnsible(template.app)
      ? ([[t('template.inventory'), names.inventory(template.inventory_id)]] as [string, ReactNode][])
      : []),
    [t('template.environment'), names.environment(template.environment_id)],
    [t('template.runnerTag'), template.runner_tag],
    [t('template.cliArguments'), args.length > 0 && <code key="a">{args.join(' ')}</code>],
    [t('template.surveyVariables'), template.survey_vars.map(({ title }) => title).join(', ')],
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
