import { confirmationRefusal, type TaskWithTemplate } from '@switchyard/contracts';
import { useGetTemplateQuery } from '../../../api/templates-api.js';
import { useProject } from '../../../components/page/project-context.js';
import { useSessionUser } from '../../../components/session/session-user.js';
import { asSentence } from '../../../lib/as-sentence.js';
import { launchSettings } from '../../../lib/launch-settings.js';
import { problemWords } from '../../../lib/problem-words.js';

/** Whom the template asks to confirm, where that is not the person at the screen; `null` = they may, as far as is known. */
export function useConfirmationRefusal(task: TaskWithTemplate): string | null {
  const { id: userId } = useSessionUser();
  const { permissions } = useProject();
  const { data: template } = useGetTemplateQuery({ projectId: task.project_id, id: task.template_id });
  if (template === undefined) {
    return null;
  }
  const refused = confirmationRefusal(launchSettings(template), { userId, permissions, starterId: task.user_id });
  return refused && asSentence(problemWords(refused));
}
