import {
  type Integration,
  type IntegrationDelivery,
  type Sender,
  senderOf,
  withVisibleControls,
} from '@switchyard/contracts';
import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListIntegrationAliasesQuery, useListIntegrationDeliveriesQuery } from '../../api/integrations-api.js';
import { useLiveList } from '../../api/live-lists.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { useGetTemplateQuery } from '../../api/templates-api.js';
import { Moment } from '../../components/display/moment.js';
import { useAbsolute } from '../../components/page/use-absolute.js';
import { problemWords } from '../../lib/problem-words.js';

interface Form {
  /** Where the forge has it, in the words of its English pages. */
  place: string;
  /** Content type to choose there; `null` = the forge has no choice. */
  contentType: string | null;
  events: string;
  /** In their place for a template that runs on pull requests; `null` = those of the forge are not read. */
  pulls: string | null;
}

/**
 * @see https://docs.github.com/en/webhooks/using-webhooks/creating-webhooks
 * @see https://docs.gitlab.com/user/project/integrations/webhooks/
 * @see https://docs.gitea.com/usage/webhooks, https://gogs.io/docs/features/webhook
 * @see https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/
 * @see https://learn.microsoft.com/en-us/azure/devops/service-hooks/services/webhooks
 */
const FORMS: Readonly<Record<Sender, Form>> = {
  github: {
    place: 'Settings › Webhooks › Add webhook',
    contentType: 'application/json',
    events: 'Just the push event',
    pulls: 'Let me select individual events › Pushes, Pull requests, Issue comments',
  },
  gitlab: {
    place: 'Settings › Webhooks › Add new webhook',
    contentType: null,
    events: 'Push events',
    pulls: 'Push events, Merge request events, Comments',
  },
  gitea: {
    place: 'Settings › Webhooks › Add Webhook',
    contentType: 'application/json',
    events: 'Push Events',
    pulls: 'Push Events, Pull Request, Pull Request Synchronized, Pull Request Comment',
  },
  gogs: {
    place: 'Settings › Webhooks › Add a new webhook',
    contentType: 'application/json',
    events: 'Just the push event',
    pulls: null,
  },
  bitbucket: {
    place: 'Repository settings › Webhooks › Add webhook',
    contentType: null,
    events: 'Repository push',
    pulls:
      'Repository push, Pull request created, Pull request updated, Pull request merged, Pull request comment created',
  },
  azure: {
    place: 'Project settings › Service hooks › Web Hooks',
    contentType: null,
    events: 'Code pushed',
    pulls: 'Code pushed, Pull request created, Pull request updated, Pull request commented on',
  },
};

/** The first webhook is waited for; then what the last one was, and whether its sender proved itself. */
function LastWebhook({ row }: { row: IntegrationDelivery | undefined }) {
  const { t } = useTranslation();
  if (row === undefined) {
    return (
      <p role="status">
        <Spin size="small" /> {t('integration.setup.waiting')}
      </p>
    );
  }
  const isProved = row.result !== 'unauthorized';
  return (
    <p role="status">
      {t('integration.setup.came')} <Moment value={row.received} /> ·{' '}
      <code>{withVisibleControls(row.event) || '–'}</code> ·{' '}
      <span className={isProved ? 'in-holds' : 'in-fails'}>
        {isProved ? t('integration.setup.proved') : t('integration.deliveries.results.unauthorized')}
      </span>
      {row.problem !== null && <> · {problemWords(row.problem, t)}</>}
    </p>
  );
}

function useSetup(row: Integration, form: Form): [label: string, value: ReactNode][] {
  const { t } = useTranslation();
  const absolute = useAbsolute();
  const integrationId = row.searchable ? null : row.id;
  const { data: aliases } = useListIntegrationAliasesQuery({ projectId: row.project_id, integrationId });
  const { data: keys } = useListKeysQuery(row.project_id);
  const [alias] = aliases ?? [];
  const { data: template } = useGetTemplateQuery({ projectId: row.project_id, id: row.template_id });
  const runsOnPulls = template?.type === '' && template.pull_requests;
  const key = keys?.find(({ id }) => id === row.auth_secret_id);
  const keyLink = key && <Link to={`/project/${row.project_id}/keys`}>{withVisibleControls(key.name)}</Link>;
  return [
    [t('integration.setup.place'), form.place],
    [t('integration.setup.url'), alias ? <code>{absolute(alias.url)}</code> : t('integration.setup.noUrl')],
    [
      t('integration.setup.secret'),
      keyLink && (
        <>
          {t('integration.setup.secretOf')} {keyLink}
        </>
      ),
    ],
    [t('integration.setup.contentType'), form.contentType && <code>{form.contentType}</code>],
    [t('integration.setup.events'), (runsOnPulls ? form.pulls : null) ?? form.events],
  ];
}

function Setup({ row, sender }: { row: Integration; sender: Sender }) {
  const { t } = useTranslation();
  const of = { projectId: row.project_id, id: row.id };
  const { data } = useListIntegrationDeliveriesQuery(of);
  useLiveList({ of: 'webhooks', projectId: of.projectId });
  const facts = useSetup(row, FORMS[sender]).filter(([, value]) => Boolean(value));
  const title = t('integration.setup.title', { forge: t(`integration.senders.${sender}`) });
  return (
    <section className="in-section" aria-label={title}>
      <div className="in-head">
        <h2>{title}</h2>
      </div>
      <dl className="sy-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data && <LastWebhook row={data.find(({ redelivered }) => !redelivered)} />}
    </section>
  );
}

/** Values to enter at the forge whose way of proving an integration has, and the last result. */
export function ForgeSetup({ row }: { row: Integration }) {
  const sender = senderOf(row);
  return sender && <Setup row={row} sender={sender} />;
}
