import { ROLES, type Role } from '@switchyard/contracts';
import { Select, type SelectProps } from 'antd';
import { useTranslation } from 'react-i18next';

type RoleSelectProps = Pick<
  SelectProps<Role>,
  'id' | 'value' | 'onChange' | 'disabled' | 'loading' | 'aria-label' | 'variant' | 'className'
>;

/** One of the four roles. */
export function RoleSelect(props: RoleSelectProps) {
  const { t } = useTranslation();
  return <Select<Role> {...props} options={ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))} />;
}
