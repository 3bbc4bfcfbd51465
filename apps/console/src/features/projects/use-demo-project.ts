import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCreateProjectMutation } from '../../api/projects-api.js';
import { useNotify } from '../../components/feedback/notify.js';

interface DemoProject {
  busy: boolean;
  /**
   * Resolves to whether it was made.
   * @param name empty = a name of ours
   * @param onMade is called before the page is left, which a form with unsaved values would hinder
   */
  create: (name?: string, onMade?: () => void) => Promise<boolean>;
}

/** Makes a project with templates that work at once, and leads to them. */
export function useDemoProject(): DemoProject {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notify = useNotify();
  const [send, { isLoading: busy }] = useCreateProjectMutation();
  const create = async (name = '', onMade?: () => void): Promise<boolean> => {
    const made = await send({ name: name.trim() || t('project.demoName'), demo: true });
    if (made.error !== undefined) {
      notify.error(made.error);
      return false;
    }
    onMade?.();
    notify.success(t('project.created', { name: made.data.name }));
    await navigate(`/project/${made.data.id}/templates`);
    return true;
  };
  return { busy, create };
}
