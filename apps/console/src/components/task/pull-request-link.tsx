import { type PullRequest, type TaskReview, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { TaskLink } from './task-link.js';

/** A pull request by its number and title; a link where its page is known. */
export function PullRequestLink({ pull: { number, title, url, fork } }: { pull: PullRequest }) {
  const { t } = useTranslation();
  const words = `#${number} ${withVisibleControls(title)}`.trim();
  return (
    <span>
      {url === null ? (
        words
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer" style={{ textDecoration: 'underline' }}>
          {words}
        </a>
      )}
      {fork && <span className="sy-text3"> · {t('log.facts.ofFork')}</span>}
    </span>
  );
}

/** The merge that applied a plan; a link where the page of the pull request is known. */
export function MergeLink({ pull: { number, url } }: { pull: PullRequest }) {
  const { t } = useTranslation();
  const words = t('log.plan.mergeOf', { number });
  return url === null ? (
    words
  ) : (
    <a href={url} target="_blank" rel="noopener noreferrer" style={{ textDecoration: 'underline' }}>
      {words}
    </a>
  );
}

/** The plan that a task applies, and how it was let. */
export function ReviewFact({ review: { task_id: id, way, account, url } }: { review: TaskReview }) {
  const { t } = useTranslation();
  const who = way === 'merge' && account !== null ? ` (${withVisibleControls(account)})` : '';
  const words = `${t(`log.review.ways.${way}`, { account: withVisibleControls(account ?? '–') })}${who}`;
  return (
    <span>
      <TaskLink taskId={id} /> ·{' '}
      {url === null ? (
        words
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer" style={{ textDecoration: 'underline' }}>
          {words}
        </a>
      )}
    </span>
  );
}
