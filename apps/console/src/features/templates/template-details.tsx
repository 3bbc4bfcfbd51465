import { isPlanned, type Template } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListAppsQuery } from '../../api/apps-api.js';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { useListViewsQuery } from '../../api/views-api.js';
import { appTitle } from '../../components/brand/app-title.js';
import { Dash } from '../../components/display/dash.js';
import { listText } from '../../lib/list-text.js';

/** Who may confirm a plan, in words. */
const confirmersOf = ({ confirmation_role: role, confirmation_by_other: byOther }: Template, t: TFunction): string =>
  listText([t(`template.confirmationRoles.${role}`), ...(byOther ? [t('template.confirmationByOther')] : [])]);

/** How it runs on pull requests, as far as it does. */
function pullRequestFacts(template: Template, t: TFunction): [string, ReactNode][] {
  const { fork_runner_tag: tag, pull_requests: runs, pull_request_apply: apply, app } = template;
  return [
    ...(tag === null ? [] : [[t('template.forkRunnerTag'), tag] satisfies [string, ReactNode]]),
    ...(runs && isPlanned(app)
      ? [[t('template.pullRequestApply'), t(`template.pullRequestApplies.${apply}`)] satisfies [string, ReactNode]]
      : []),
  ];
}

/** The tokens that its tasks get, as far as they get any. */
function tokenFacts({ forge_token: forge, id_tokens: idTokens }: Template, t: TFunction): [string, ReactNode][] {
  const facts: [string, string, boolean][] = [
    [t('template.forgeToken'), t(`template.forgeTokens.${forge}`), forge !== 'none'],
    [t('template.idTokens'), listText(idTokens.map(({ variable }) => variable)), idTokens.length > 0],
  ];
  return facts.filter(([, , isShown]) => isShown).map(([label, text]) => [label, text]);
}

/** Settings that the line above the tabs leaves out. */
export function TemplateDetails({ template }: { template: Template }) {
  const { t } = useTranslation();
  const { project_id: projectId, type } = template;
  const { data: apps } = useListAppsQuery();
  const { data: views } = useListViewsQuery(projectId, { skip: template.view_id === null });
  const { data: templates } = useListTemplatesQuery(projectId, { skip: type !== 'deploy' });
  const id = template.app || 'ansible';
  const build = templates?.find((each) => each.id === template.build_template_id);
  const facts: [string, ReactNode][] = [
    [t('template.app'), appTitle(apps?.find((app) => app.id === id) ?? { id, title: '' })],
    ...(type === 'build' ? ([[t('template.startVersion'), template.start_version]] as [string, ReactNode][]) : []),
    ...(type === 'deploy' ? ([[t('template.buildTemplate'), build?.name]] as [string, ReactNode][]) : []),
    [t('template.view'), views?.find((view) => view.id === template.view_id)?.title],
    [t('template.branch'), template.git_branch && <code key="b">{template.git_branch}</code>],
    [t('runnerTag.label'), template.runner_tag],
    ...(template.image === null
      ? []
      : ([[t('template.image'), <code key="i">{template.image}</code>]] as [string, ReactNode][])),
    ...pullRequestFacts(template, t),
    ...tokenFacts(template, t),
    [t('template.cliArguments'), template.arguments && <code key="a">{template.arguments}</code>],
    ...(isPlanned(template.app)
      ? ([[t('template.confirmationRole'), confirmersOf(template, t)]] as [string, ReactNode][])
      : []),
    [t('template.timeout'), template.timeout_minutes],
    [t('template.stopGrace'), template.stop_grace_seconds],
    [t('template.surveyVariables'), listText((template.survey_vars ?? []).map(({ title }) => title))],
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
