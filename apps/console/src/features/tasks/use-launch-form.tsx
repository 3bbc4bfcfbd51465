import type { SurveyVariable, Template } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormIssue, Placing } from '../../lib/form-issues.js';
import { RunFields } from './run-fields.js';
import { type Choices, runBody, runField, runIssues, runValues, type RunValues } from './run-values.js';
import { SurveyFields } from './survey-fields.js';

/** Choices of an earlier form. */
interface Chosen extends Omit<Choices, 'build_task_id'> {
  message: string;
  /** Answers that are no secrets, by the names of their questions. */
  answers: Record<string, unknown>;
}

/** A form that starts nothing by itself chooses no build: the newest would be an old one when it starts. */
const withoutBuild = (template: Template): Template =>
  template.type === 'deploy' ? { ...template, type: '' } : template;

/** A secret answer that is stored stands in for a default. */
const withStored = (variables: readonly SurveyVariable[] | null, stored: readonly string[]): SurveyVariable[] =>
  (variables ?? []).map((each) => (stored.includes(each.name) ? { ...each, secret_default: true } : each));

const formTemplate = (template: Template, stored: readonly string[]): Template => ({
  ...withoutBuild(template),
  survey_vars: withStored(template.survey_vars, stored),
});

function valuesOf(template: Template, chosen: Chosen | null): RunValues {
  const values = runValues(template, chosen && { ...chosen, build_task_id: null }, chosen?.answers);
  return { ...values, message: chosen?.message ?? '' };
}

const runFieldOfAny = runField({ survey_vars: null });

/** Places an issue of the launch parameters, which are a member of the stored row. */
const launchField: Placing = (issue) => {
  const [first, ...rest] = issue.path;
  return runFieldOfAny(first === 'task_params' ? { ...issue, path: rest } : issue);
};

/** Fields of the new-task dialog, for a form that launches later. */
export function useLaunchForm(projectId: number) {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      values: valuesOf,
      body: (template: Template, values: object): object => runBody(withoutBuild(template), values as RunValues),
      issues: (template: Template, values: object, stored: readonly string[]): FormIssue[] =>
        runIssues(formTemplate(template, stored), values as RunValues),
      place: launchField,
      fields: (template: Template, stored: readonly string[]): ReactNode => (
        <>
          <Form.Item name="message" label={t('run.message')}>
            <Input placeholder={t('run.messageHint')} maxLength={1000} />
          </Form.Item>
          <SurveyFields variables={formTemplate(template, stored).survey_vars ?? []} />
          <RunFields projectId={projectId} template={template} />
        </>
      ),
    }),
    [projectId, t],
  );
}
