import { type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TaskStarter } from '../../../components/task/task-facts.js';
import { givenVariables } from '../given-variables.js';

/** Most variables that are named; the details have all of them. */
const NAMED = 5;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface DecisionFactsProps {
  task: TaskWithTemplate;
  workspace: string | undefined;
  /** Shows the details of the task. */
  onDetails: () => void;
}

/** On which workspace the plan was made, with which variables, why and for whom. */
export function DecisionFacts({ task, workspace, onDetails }: DecisionFactsProps) {
  const { t } = useTranslation();
  return (
    <dl className="sy-decision-facts">
      {workspace !== undefined && (
        <Fact label={t('template.workspace')}>
          <code>{withVisibleControls(workspace)}</code>
        </Fact>
      )}
      <Variables task={task} onDetails={onDetails} />
      {task.message !== '' && <Fact label={t('run.message')}>{withVisibleControls(task.message)}</Fact>}
      <Fact label={t('log.facts.startedBy')}>
        <TaskStarter task={task} />
      </Fact>
    </dl>
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Variables that the launch was given; those of the variable group stand in the details. */
function Variables({ task, onDetails }: Pick<DecisionFactsProps, 'task' | 'onDetails'>) {
  const { t } = useTranslation();
  const variables = Object.entries(givenVariables(task));
  return variables.length === 0 ? null : (
    <Fact label={t('log.details.variables')}>
      {variables.slice(0, NAMED).map(([name, value]) => (
        <code key={name}>{withVisibleControls(`${name} = ${text(value)}`)}</code>
      ))}
      {variables.length > NAMED && (
        <button type="button" className="sy-linkbutton" onClick={onDetails}>
          {t('log.plan.andMore', { count: variables.length - NAMED })}
        </button>
      )}
    </Fact>
  );
}
