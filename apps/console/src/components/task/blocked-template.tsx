import { WarningOutlined } from '@ant-design/icons';
import type { Template, WaitingReason } from '@switchyard/contracts';
import { Hint } from '../actions/hint.js';
import { useReadiness } from '../page/use-readiness.js';
import { useWaitingWords } from './use-waiting-words.js';

/** A template. */
export type Which = Pick<Template, 'id' | 'project_id'>;

/** Why no runner could take a task of the template now; `null` = one could. */
export function useBlocked({ id, project_id: projectId }: Which): WaitingReason | null {
  return useReadiness(projectId)?.blocked.find(({ template_id }) => template_id === id)?.reason ?? null;
}

/** Beside the name of a template that nobody could run now. */
export function BlockedMark({ template }: { template: Which }) {
  const reason = useBlocked(template);
  const { title, next } = useWaitingWords(reason);
  return (
    reason !== null && (
      <Hint title={`${title}. ${next}`}>
        <WarningOutlined className="sy-blocked" role="img" tabIndex={0} aria-label={title} />
      </Hint>
    )
  );
}
