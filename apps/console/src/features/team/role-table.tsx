import { CheckOutlined } from '@ant-design/icons';
import { allows, ROLE_PERMISSIONS, ROLES, type PermissionName } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../components/display/dash.js';
import { RoleName } from '../../components/display/role-name.js';
import { useIsPhone } from '../../lib/use-media-query.js';

const rights: readonly PermissionName[] = [
  'runProjectTasks',
  'manageProjectResources',
  'updateProject',
  'manageProjectUsers',
];

/** On a phone there is no room for a column for each right: each role lists those that it has. */
function RoleList() {
  const { t } = useTranslation();
  return (
    <dl>
      {ROLES.map((role) => {
        const held = rights.filter((right) => allows(ROLE_PERMISSIONS[role], right));
        return (
          <div key={role}>
            <dt>
              <RoleName role={role} />
            </dt>
            {held.map((right) => (
              <dd key={right}>
                <CheckOutlined aria-hidden /> {t(`team.rights.${right}`)}
              </dd>
            ))}
            {held.length === 0 && (
              <dd>
                <Dash />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function RoleColumns() {
  const { t } = useTranslation();
  return (
    <table aria-label={t('team.rolesTitle')}>
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
  );
}

/** Rights of each role. */
export function RoleTable() {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <section className="sy-roles">
      <h2>{t('team.rolesTitle')}</h2>
      {isPhone ? <RoleList /> : <RoleColumns />}
      <p className="sy-text2">{t('team.rolesText')}</p>
    </section>
  );
}
