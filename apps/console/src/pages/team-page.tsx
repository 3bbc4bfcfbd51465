import { CheckOutlined } from '@ant-design/icons';
import { allows, ROLE_PERMISSIONS, ROLES, type PermissionName, type ProjectUser } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListMembersQuery } from '../api/projects-api.js';
import { PersonBadge } from '../components/badges.js';
import { Dash } from '../components/dash.js';
import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { NarrowRow } from '../components/narrow-row.js';
import { PageHead } from '../components/page-head.js';
import { useProject } from '../components/project-context.js';
import { RoleName } from '../components/role-name.js';
import { useSessionUser } from '../components/session-user.js';

const rights: readonly PermissionName[] = [
  'runProjectTasks',
  'manageProjectResources',
  'updateProject',
  'manageProjectUsers',
];

function RoleTable() {
  const { t } = useTranslation();
  return (
    <section className="sy-roles">
      <h2>{t('team.rolesTitle')}</h2>
      <table>
        <thead>
          <tr>
            <td />
            {rights.map((right) => (
              <th key={right} scope="col">
                {t(`team.rights.${right}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROLES.map((role) => (
            <tr key={role}>
              <th scope="row">
                <RoleName role={role} />
              </th>
              {rights.map((right) => (
                <td key={right}>
                  {allows(ROLE_PERMISSIONS[role], right) ? <CheckOutlined aria-label={t('team.allowed')} /> : <Dash />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sy-text2">{t('team.rolesText')}</p>
    </section>
  );
}

function MemberName({ member }: { member: ProjectUser }) {
  const { t } = useTranslation();
  const { id } = useSessionUser();
  return (
    <span className="sy-name">
      <PersonBadge name={member.name} />
      <b className="sy-member">{member.name}</b>
      {member.id === id && <span className="sy-type">{t('team.you')}</span>}
    </span>
  );
}

/** Who belongs to the project, and what each role may do. */
export function TeamPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const { data, error, refetch } = useListMembersQuery(projectId);
  return (
    <>
      <PageHead title={t('nav.team')} />
      <div className="sy-body">
        <DataTable<ProjectUser>
          label={t('nav.team')}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('team.emptyTitle')} text={t('team.emptyText')} />}
          columns={[
            {
              key: 'name',
              title: t('team.name'),
              sorter: (one, other) => one.name.localeCompare(other.name),
              render: (_value, member) => <MemberName member={member} />,
            },
            {
              key: 'username',
              title: t('team.username'),
              sorter: (one, other) => one.username.localeCompare(other.username),
              render: (_value, { username }) => <code className="sy-text2">{username}</code>,
            },
            { key: 'role', title: t('team.role'), render: (_value, { role }) => <RoleName role={role} /> },
          ]}
          narrowRow={(member) => (
            <NarrowRow
              title={<MemberName member={member} />}
              meta={<code>{member.username}</code>}
              action={<RoleName role={member.role} />}
            />
          )}
        />
        <RoleTable />
      </div>
    </>
  );
}
