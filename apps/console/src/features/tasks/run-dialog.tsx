import './run-dialog.css';
import { TaskInput, type Task, type Template } from '@switchyard/contracts';
import { Form, Input, Alert } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { showNewTask } from '../../api/live-tasks.js';
import type { AppDispatch } from '../../api/store.js';
import { useCreateTaskMutation } from '../../api/tasks-api.js';
import { useLaunchKey } from './use-launch-key.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { preloadLog } from '../../components/task/log-code.js';
import { withoutSecretAnswers } from '../../components/forms/launch-form.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { useActionWord } from '../../components/actions/use-action-word.js';
import { BuildField } from './build-field.js';
import { RunFields } from './run-fields.js';
import { EarlierValues } from './changed-label.js';
import { RunScope } from './run-scope.js';
import { givenVariables } from './given-variables.js';
import { runBody, runField, runIssues, runValues, titleName, type RunValues } from './run-values.js';
import { SurveyFields } from './survey-fields.js';
import { OffersNote } from './offers-note.js';
import { useBlocked, type Which } from '../../components/task/blocked-template.js';
import { useWaitingWords } from '../../components/task/use-waiting-words.js';

interface RunDialogProps {
  projectId: number;
  template: Template;
  /** An earlier task whose choices are offered again. */
  again?: Task | null;
  /** The workspace or inventory that is offered; absent = the template's. */
  inventoryId?: number | undefined;
  /** Gets the id of the new task. */
  onStarted: (taskId: number) => void;
  onClosed: () => void;
}

/** The new-task dialog: the questions of the template and the overrides it allows. */
export function RunDialog({ projectId, template, again = null, inventoryId, onStarted, onClosed }: RunDialogProps) {
  const { t } = useTranslation();
  const action = useActionWord()(template.type);
  const dispatch = useDispatch<AppDispatch>();
  const [create] = useCreateTaskMutation();
  const [initial] = useState(() => ({
    ...runValues(template, again, again ? givenVariables(again) : {}),
    ...(inventoryId !== undefined && { inventory_id: inventoryId }),
  }));
  useEffect(preloadLog, []);
  const keyOf = useLaunchKey();
  const start = async (values: RunValues): Promise<void> => {
    const body = TaskInput.parse(runBody(template, values, again));
    const task = await create({ projectId, body, key: keyOf(body) }).unwrap();
    dispatch(showNewTask(task));
    onStarted(task.id);
  };
  return (
    <FormDialog<RunValues>
      title={
        <span className="sy-name">
          <AppMark app={template.app} size={20} />
          {action}: {titleName(template.name)}
        </span>
      }
      width={520}
      initial={initial}
      draft={{
        name: `project/${projectId}/templates/${template.id}/run/${again?.id ?? 'new'}`,
        plain: (values) => withoutSecretAnswers(values, template),
      }}
      submitText={action}
      validate={(values) => runIssues(template, values)}
      place={runField(template)}
      onSubmit={start}
      onClosed={onClosed}
      inDemo
    >
      <EarlierValues value={again ? initial : null}>
        <BlockedNote template={template} />
        <OffersNote projectId={projectId} template={template} onLeave={onClosed} />
        <RunScope projectId={projectId} template={template} />
        {template.type === 'deploy' && template.build_template_id !== null && (
          <BuildField projectId={projectId} templateId={template.build_template_id} />
        )}
        <Form.Item name="message" label={t('run.message')}>
          <Input autoFocus placeholder={t('run.messageHint')} maxLength={1000} />
        </Form.Item>
        <SurveyFields variables={template.survey_vars ?? []} />
        <RunFields projectId={projectId} template={template} />
      </EarlierValues>
    </FormDialog>
  );
}

/** In the run dialog, before a task is started that would wait. */
function BlockedNote({ template }: { template: Which }) {
  const reason = useBlocked(template);
  const { title, next } = useWaitingWords(reason);
  return (
    reason !== null && <Alert className="sy-dialog-alert" type="warning" showIcon title={title} description={next} />
  );
}
