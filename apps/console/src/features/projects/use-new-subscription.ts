import { ProjectInput } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCreateProjectMutation } from '../../api/projects-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { formIssues, type FormIssue } from '../../lib/form-issues.js';

export interface SubscriptionValues {
  name: string;
}

export const emptySubscription: SubscriptionValues = { name: '' };

const bodyOf = ({ name }: SubscriptionValues) => ({ name, type: 'premium' });

/** Makes a project of type premium and goes to it. */
export function useNewSubscription(): {
  validate: (values: SubscriptionValues) => FormIssue[];
  create: (values: SubscriptionValues) => Promise<void>;
} {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notify = useNotify();
  const [create] = useCreateProjectMutation();
  return {
    validate: (values) => formIssues(ProjectInput, bodyOf(values)),
    create: async (values) => {
      const { id, name } = await create(ProjectInput.parse(bodyOf(values))).unwrap();
      notify.success(t('project.created', { name }));
      await navigate(`/project/${id}/billing`);
    },
  };
}
