import { type ProjectUser, type Role, ROLES } from '@switchyard/contracts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeRoleMutation } from '../../api/members-api.js';
import { Hint } from '../../components/actions/hint.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission, useProject } from '../../components/page/project-context.js';
import { RoleName } from '../../components/display/role-name.js';
import { late } from '../../components/feedback/late.js';
import { useIsFixed } from './use-is-fixed.js';
import { DemoGate } from '../../components/session/demo-gate.js';

const RoleSelect = late(async () => (await import('./role-select.js')).RoleSelect);

/** A role that nobody changes here, and the group that gives it. */
function GivenRole({ role, group }: { role: string; group: string }) {
  const { t } = useTranslation();
  return (
    <span className="sy-name">
      <RoleName role={role} />
      <Hint title={t('team.byGroupHint', { group })}>
        <span className="sy-type" tabIndex={0}>
          {t('team.byGroup')}
        </span>
      </Hint>
    </span>
  );
}

/** The role of a member: a choice for those who manage the team, else a word. */
export function MemberRole({ member }: { member: ProjectUser }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectUsers');
  const fixed = useIsFixed(member);
  const [change, { isLoading }] = useChangeRoleMutation();
  const role = ROLES.find((each) => each === member.role);
  if (member.by_group !== null) {
    return <GivenRole role={member.role} group={member.by_group} />;
  }
  if (!mayManage || role === undefined) {
    return <RoleName role={member.role} />;
  }
  const choose = (next: Role): void => {
    void change({ projectId, userId: member.id, role: next }).unwrap().catch(notify.error);
  };
  return (
    <Suspense fallback={<RoleName role={role} />}>
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
    </Suspense>
  );
}
