import { DownOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import { useFittingChildren } from '../../lib/use-fitting-children.js';
import { PopupMenu } from '../actions/popup-menu.js';

export interface RowLink {
  to: string;
  label: string;
}

interface LinkRowProps {
  /** Of the navigation. */
  label: string;
  className: string;
  links: readonly RowLink[];
}

/** Links in a row; those that find no room stand in a menu at its end, which bears the name of the page when it is one of them. */
export function LinkRow({ label, className, links }: LinkRowProps) {
  const [row, fitting] = useFittingChildren<HTMLDivElement>(links.map(({ to }) => to));
  return (
    <nav className={`sy-link-row ${className}`} aria-label={label}>
      <div ref={row}>
        {links.map(({ to, label: text }, index) => (
          <NavLink key={to} to={to} {...(index >= fitting && { style: { visibility: 'hidden' } })}>
            {text}
          </NavLink>
        ))}
      </div>
      {fitting < links.length && <MoreLinks links={links.slice(fitting)} />}
    </nav>
  );
}

function MoreLinks({ links }: { links: readonly RowLink[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isActive = ({ to }: RowLink): boolean => pathname === to || pathname.startsWith(`${to}/`);
  const active = links.find(isActive);
  return (
    <PopupMenu
      placement="bottomRight"
      width={206}
      label={t('common.more')}
      trigger={(props) => (
        <button type="button" className="sy-link-more" aria-current={active && 'page'} {...props}>
          {active?.label ?? t('common.more')}
          <DownOutlined className="sy-down" aria-hidden />
        </button>
      )}
    >
      {(close) =>
        links.map((link) => (
          <button
            key={link.to}
            type="button"
            role="menuitem"
            className="sy-menu-item"
            aria-current={isActive(link)}
            onClick={() => {
              close();
              void navigate(link.to);
            }}
          >
            {link.label}
          </button>
        ))
      }
    </PopupMenu>
  );
}
