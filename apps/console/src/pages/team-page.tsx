import { UserAddOutlined } from '@ant-design/icons';
import type { ProjectUser } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonedButton } from '../components/actions/reasoned-button.js';
import { useListMembersQuery } from '../api/members-api.js';
import { PersonBadge } from '../components/display/badges.js';
import type { Column } from '../components/data-table/column.js';
import { DataTable } from '../components/data-table/data-table.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { late } from '../components/feedback/late.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { useMayLeave } from '../components/page/use-may-leave.js';
import { useSessionUser } from '../components/session/session-user.js';
import { MemberRole } from '../features/team/member-role.js';
import { RemoveMember } from '../features/team/remove-member.js';
import { RoleTable } from '../features/team/role-table.js';
import { compareText } from '../lib/compare-text.js';

const AddMemberDialog = late(async () => (await import('../features/team/add-member-dialog.js')).AddMemberDialog);
const LeaveProjectDialog = late(
  async () => (await import('../features/team/leave-project-dialog.js')).LeaveProjectDialog,
);

function MemberName({ member }: { member: ProjectUser }) {
  const { t } = useTranslation();
  const { id } = useSessionUser();
  return (
    <span className="sy-name">
      <PersonBadge name={member.name} />
      <b className="sy-member sy-ellipsis" title={member.name}>
        {member.name}
      </b>
      {member.id === id && <span className="sy-type">{t('team.you')}</span>}
    </span>
  );
}

function LeaveButton() {
  const { t } = useTranslation();
  const mayLeave = useMayLeave();
  const [leaving, setLeaving] = useState(false);
  if (mayLeave === 'absent') {
    return null;
  }
  return (
    <>
      <ReasonedButton reason={mayLeave === 'no' ? t('team.ownerStays') : undefined} onClick={() => setLeaving(true)}>
        {t('team.leave')}
      </ReasonedButton>
      <Suspense fallback={null}>{leaving && <LeaveProjectDialog onClosed={() => setLeaving(false)} />}</Suspense>
    </>
  );
}

function AddButton({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setAdding(true)}>
        {t('team.add')}
      </Button>
      <Suspense fallback={null}>
        {adding && <AddMemberDialog projectId={projectId} onClosed={() => setAdding(false)} />}
      </Suspense>
    </>
  );
}

function memberColumns(t: TFunction, mayManage: boolean): Column<ProjectUser>[] {
  const removal: Column<ProjectUser> = {
    key: 'actions',
    title: <HiddenText text={t('common.actions')} />,
    width: 90,
    render: (member) => <RemoveMember member={member} />,
  };
  return [
    {
      key: 'name',
      title: t('team.name'),
      min: 180,
      grow: 2,
      sorter: (one, other) => compareText(one.name, other.name),
      render: (member) => <MemberName member={member} />,
    },
    {
      key: 'username',
      title: t('team.username'),
      min: 120,
      ellipsis: true,
      sorter: (one, other) => compareText(one.username, other.username),
      render: ({ username }) => <code className="sy-text2">{username}</code>,
    },
    { key: 'role', title: t('team.role'), width: 180, render: (member) => <MemberRole member={member} /> },
    ...(mayManage ? [removal] : []),
  ];
}

/** Who belongs to the project, and what each role may do. */
export function TeamPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectUsers');
  const { data, error, refetch } = useListMembersQuery(projectId);
  return (
    <>
      <PageHead title={t('nav.team')}>
        <LeaveButton />
        {mayManage && <AddButton projectId={projectId} />}
      </PageHead>
      <div className="sy-body">
        <DataTable<ProjectUser>
          label={t('nav.team')}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('team.emptyTitle')} text={t('team.emptyText')} />}
          columns={memberColumns(t, mayManage)}
          narrowRow={(member) => (
            <NarrowRow
              title={<MemberName member={member} />}
              meta={<MemberRole member={member} />}
              action={mayManage && <RemoveMember member={member} />}
            />
          )}
        />
        <RoleTable />
      </div>
    </>
  );
}
