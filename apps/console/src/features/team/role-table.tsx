import { CheckOutlined } from '@ant-design/icons';
import { allows, ROLE_PERMISSIONS, ROLES, type PermissionName } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../components/display/dash.js';
import { RoleName } from '../../components/display/role-name.js';

const rights: readonly PermissionName[] = [
  'runProjectTasks',
  'manageProjectResources',
  'updateProject',
  'manageProjectUsers',
];

/** What each role may do. */
export function RoleTable() {
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
