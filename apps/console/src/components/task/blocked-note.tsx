import { Alert } from 'antd';
import { useBlocked, type Which } from './blocked-template.js';
import { useWaitingWords } from './use-waiting-words.js';

/** In the run dialog, before a task is started that would wait. */
export function BlockedNote({ template }: { template: Which }) {
  const reason = useBlocked(template);
  const { title, next } = useWaitingWords(reason);
  return (
    reason !== null && <Alert className="sy-dialog-alert" type="warning" showIcon title={title} description={next} />
  );
}
