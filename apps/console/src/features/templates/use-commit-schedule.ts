import { type Schedule, ScheduleInput } from '@switchyard/contracts';
import { useListTemplateSchedulesQuery, useSaveScheduleMutation } from '../../api/schedules-api.js';
import { DEFAULT_INTERVAL } from '../../components/forms/check-interval-select.js';
import type { TemplateValues } from './template-values.js';

type CommitValues = Pick<TemplateValues, 'on_commit' | 'commit_repository_id' | 'commit_interval'>;

const NO_COMMITS: CommitValues = {
  on_commit: false,
  commit_repository_id: undefined,
  commit_interval: DEFAULT_INTERVAL,
};

interface CommitSchedule {
  /** undefined = not read yet. */
  values: CommitValues | undefined;
  save: (templateId: number, values: TemplateValues) => Promise<void>;
}

/** The schedule of a template that looks for new commits: the template's form edits it. @param templateId null = a new template */
export function useCommitSchedule(projectId: number, templateId: number | null): CommitSchedule {
  const { currentData } = useListTemplateSchedulesQuery(
    { projectId, templateId: templateId ?? 0 },
    { skip: templateId === null },
  );
  const [saveSchedule] = useSaveScheduleMutation();
  const stored = currentData?.find(({ repository_id: id }) => id !== null) ?? null;
  const isRead = templateId === null || currentData !== undefined;
  return {
    values: isRead ? commitValues(stored) : undefined,
    save: async (id, values) => {
      if (isSameCommits(values, stored)) {
        return;
      }
      await saveSchedule({ projectId, id: stored?.id, body: commitSchedule(id, values, stored) }).unwrap();
    },
  };
}

/** The fields of a template's form that its schedule fills; `null` = it has none. */
export const commitValues = (stored: Schedule | null): CommitValues =>
  stored === null
    ? NO_COMMITS
    : {
        on_commit: stored.active,
        commit_repository_id: stored.repository_id ?? undefined,
        commit_interval: stored.cron_format,
      };

/** Whether the form asks for what is stored; what is off is the same whatever its other fields hold. */
export function isSameCommits(values: CommitValues, stored: Schedule | null): boolean {
  const before = commitValues(stored);
  const isOff = !values.on_commit && !before.on_commit;
  const { on_commit: on, commit_repository_id: repository, commit_interval: interval } = before;
  return (
    isOff ||
    (values.on_commit === on && values.commit_repository_id === repository && values.commit_interval === interval)
  );
}

/** The schedule that the form asks for: the stored one, or a new one named as the template. @throws ZodError when it is none */
export function commitSchedule(
  templateId: number,
  values: CommitValues & Pick<TemplateValues, 'name'>,
  stored: Schedule | null,
): ScheduleInput {
  return ScheduleInput.parse({
    ...(stored ?? { name: values.name }),
    template_id: templateId,
    active: values.on_commit,
    repository_id: values.commit_repository_id,
    cron_format: values.commit_interval,
  });
}
