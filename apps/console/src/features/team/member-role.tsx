import { Role, type ProjectUser } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useChangeRoleMutation } from '../../api/members-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission, useProject } from '../../components/page/project-context.js';
import { RoleName } from '../../components/display/role-name.js';
import { RoleSelect } from './role-select.js';
import { useIsFixed } from './use-is-fixed.js';
import { DemoGate } from '../../components/session/demo-gate.js';

/** The role of a member: a choice for those who manage the team, else a word. */
export function MemberRole({ member }: { member: ProjectUser }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectUsers');
  const fixed = useIsFixed(member);
  const [change, { isLoading }] = useChangeRoleMutation();
  const { data: role } = Role.safeParse(member.role);
  if (!mayManage || role === undefined) {
    return <RoleName role={member.role} />;
  }
  const choose = (next: Role): void => {
    void change({ projectId, userId: member.id, role: next }).unwrap().catch(notify.error);
  };
  return (
    <DemoGate>
      <RoleSelect
        className="sy-role-select"
        aria-label={t('team.roleOf', { name: member.name })}
        value={role}
        {...(fixed && { disabled: true })}
        loading={isLoading}
        variant={fixed ? 'borderless' : 'outlined'}
        onChange={choose}
      />
    </DemoGate>
  );
}
