import { type Project, ProjectInput } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useUpdateProjectMutation } from '../../api/projects-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { formIssues } from '../../lib/form-issues.js';
import { SubscriptionForm } from './subscription-form.js';

/** Form of a project of type premium, instead of the general one. */
export function ManageSubscription({ project }: { project: Project }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [update] = useUpdateProjectMutation();
  const { id, alert, alert_chat, max_parallel_tasks } = project;
  return (
    <section aria-labelledby="manage-subscription">
      <h2 id="manage-subscription">{t('project.manageSubscription')}</h2>
      <SubscriptionForm
        key={`${id} ${project.name}`}
        initial={{ name: project.name }}
        submitText={t('common.save')}
        validate={(values) => formIssues(ProjectInput, values)}
        onSubmit={async ({ name }) => {
          const body = ProjectInput.parse({ name, alert, alert_chat, max_parallel_tasks, type: 'premium' });
          await update({ ...body, id, tag: null }).unwrap();
          notify.success(t('project.saved', { name: body.name }));
        }}
      />
    </section>
  );
}
