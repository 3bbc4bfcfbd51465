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

/** The plan that a task applies, and how it was let. */
export function ReviewFact({ review }: { review: TaskReview }) {
  const { t } = useTranslation();
  return (
    <span>
      <TaskLink taskId={review.task_id} /> · {t(`log.review.ways.members`)}
    </span>
  );
}
