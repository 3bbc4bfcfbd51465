import { BellFilled, BellOutlined } from '@ant-design/icons';
import { isFinal, type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { useNotify } from '../../components/feedback/notify.js';
import { canNotify, unwatchTask, useIsWatched, watchTask } from './watched-tasks.js';

/** Asks the browser for a notification when the task ends or waits for a decision. */
export function WatchButton({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const watched = useIsWatched(task.id);
  if (isFinal(task.status) || !canNotify()) {
    return null;
  }
  const toggle = async (): Promise<void> => {
    if (watched) {
      unwatchTask(task.id);
    } else if (!(await watchTask(task.id, `${withVisibleControls(task.tpl_alias)} #${task.id}`))) {
      notify.warning(t('log.notifyRefused'), 5);
    }
  };
  return (
    <IconButton
      label={t('log.notify')}
      aria-pressed={watched}
      icon={watched ? <BellFilled aria-hidden /> : <BellOutlined aria-hidden />}
      onClick={() => void toggle()}
    />
  );
}
