import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCreateProjectMutation } from '../../api/projects-api.js';
import { useNotify } from '../../components/feedback/notify.js';

interface DemoProject {
  busy: boolean;
  /** @param name empty = a name of ours. Resolves to whether it was made. */
  create: (name?: string) => Promise<boolean>;
}

/** Makes a project with templates that work at once, and leads to them. */
export function useDemoProject(): DemoProject {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notify = useNotify();
  const [send, { isLoading: busy }] = useCreateProjectMutation();
  const create = async (name = ''): Promise<boolean> => {
    const made = await send({ name: name.trim() || t('project.demoName'), demo: true });
    if (made.error !== undefined) {
      notify.error(made.error);
      return false;
    }
    notify.success(t('project.created', { name: made.data.name }));
    await navigate(`/project/${made.data.id}/templates`);
    return true;
  };
  return { busy, create };
}
