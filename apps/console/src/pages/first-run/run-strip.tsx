import { CaretRightFilled } from '@ant-design/icons';
import { DEMO_REPOSITORY_URL, TaskInput, type Template } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { showNewTask } from '../../api/live-tasks.js';
import type { AppDispatch } from '../../api/store.js';
import { useCreateTaskMutation } from '../../api/tasks-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useOpenTask } from '../../components/task/task-link.js';
import { ReadyTools } from '../../features/runners/ready-tools.js';
import { useLaunchKey } from '../../features/tasks/use-launch-key.js';
import type { ProjectParts } from './steps.js';

interface RunStripProps {
  projectId: number;
  parts: ProjectParts;
  /** The template to begin with. */
  first: Template;
  /** Asks before it runs. Absent: the user may not run tasks. */
  onRun: ((template: Template) => void) | undefined;
}

/** Starts a task with the answers that the template has by itself, and opens its log. */
function useRunAtOnce(projectId: number): { busy: boolean; run: (template: Template) => Promise<void> } {
  const dispatch = useDispatch<AppDispatch>();
  const openTask = useOpenTask();
  const notify = useNotify();
  const keyOf = useLaunchKey();
  const [create, { isLoading: busy }] = useCreateTaskMutation();
  const run = async ({ id }: Template): Promise<void> => {
    const body = TaskInput.parse({ template_id: id });
    const made = await create({ projectId, body, key: keyOf(body) });
    if (made.error !== undefined) {
      notify.error(made.error);
      return;
    }
    dispatch(showNewTask(made.data));
    openTask(made.data.id);
  };
  return { busy, run };
}

/** The last step, while no task has succeeded: its button runs a demo at once, and asks for anything else. */
export function RunStrip({ projectId, parts, first, onRun }: RunStripProps) {
  const { t } = useTranslation();
  const { busy, run } = useRunAtOnce(projectId);
  const isDemo = parts.repositories.some(
    ({ id, git_url }) => id === first.repository_id && git_url === DEMO_REPOSITORY_URL,
  );
  return (
    <div className="sy-guide-strip">
      <div className="sy-grow">
        <b>{isDemo ? t('guide.demo.title') : t('guide.run.title')}</b>
        <p className="sy-text2">{isDemo ? t('guide.demo.text') : t('guide.run.text')}</p>
        <ReadyTools projectId={projectId} />
      </div>
      {onRun && (
        <Button
          type="primary"
          icon={<CaretRightFilled aria-hidden />}
          loading={busy}
          onClick={() => (isDemo ? void run(first) : onRun(first))}
        >
          {t('guide.start', { name: first.name })}
        </Button>
      )}
    </div>
  );
}
