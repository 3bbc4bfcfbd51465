import { MemberInput, type Role } from '@switchyard/contracts';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAddMemberMutation } from '../../api/members-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { formIssues } from '../../lib/form-issues.js';
import { RoleSelect } from './role-select.js';
import { UserSearch } from './user-search.js';

interface MemberValues {
  user_id: number | null;
  role: Role | null;
}

const empty: MemberValues = { user_id: null, role: null };

/** A user and the role in the project; both are required. */
export function AddMemberDialog({ projectId, onClosed }: { projectId: number; onClosed: () => void }) {
  const { t } = useTranslation();
  const [add] = useAddMemberMutation();
  return (
    <FormDialog<MemberValues>
      title={t('team.add')}
      width={520}
      initial={empty}
      draft={{ name: `project/${projectId}/members/new` }}
      submitText={t('team.add')}
      validate={(values) => formIssues(MemberInput, values)}
      onSubmit={(values) => add({ projectId, body: MemberInput.parse(values) }).unwrap()}
      onClosed={onClosed}
    >
      <Form.Item name="user_id" label={t('team.user')} required>
        <UserSearch projectId={projectId} />
      </Form.Item>
      <Form.Item name="role" label={t('team.role')} required>
        <RoleSelect />
      </Form.Item>
    </FormDialog>
  );
}
