import { BranchesOutlined } from '@ant-design/icons';
import { withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListLastTasksQuery } from '../../api/tasks-api.js';
import { Moment } from '../../components/display/moment.js';
import { useProject } from '../../components/page/project-context.js';
import { StatusIcon } from '../../components/task/status-icon.js';
import { useOpenTask } from '../../components/task/task-link.js';
import { statusLook } from '../../components/task/task-status.js';
import type { PaletteEntry } from '../../features/palette/palette-entries.js';

/** Characters of a commit's hash that people read. */
const HASH = 10;

/** The last tasks, and the commits that they ran: each leads to the newest task of it. */
export function useTaskEntries(): PaletteEntry[] {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const open = useOpenTask();
  const { data } = useListLastTasksQuery(projectId);
  const tasks = (data ?? []).map((task): PaletteEntry => {
    const { shape, tone } = statusLook(task.status);
    return {
      key: `task-${task.id}`,
      group: 'tasks',
      text: `#${task.id} ${task.tpl_alias}`,
      icon: (
        <span className="sy-status" data-tone={tone}>
          <StatusIcon shape={shape} />
        </span>
      ),
      detail: (
        <>
          {t(`status.${task.status}`)}, <Moment value={task.start ?? task.created} short />
        </>
      ),
      onOpen: () => open(task.id),
    };
  });
  const commits = new Map(
    (data ?? []).toReversed().flatMap((task) => (task.commit_hash ? [[task.commit_hash, task]] : [])),
  );
  const ran = [...commits.values()].map((task): PaletteEntry => ({
    key: `commit-${task.commit_hash}`,
    group: 'commits',
    text: `${task.commit_hash?.slice(0, HASH)} ${withVisibleControls(task.commit_message.split('\n')[0] ?? '')}`,
    icon: <BranchesOutlined aria-hidden />,
    detail: `#${task.id}`,
    onOpen: () => open(task.id),
  }));
  return [...tasks, ...ran.toReversed()];
}
