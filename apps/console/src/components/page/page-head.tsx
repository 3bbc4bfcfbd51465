import { QuestionCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { withVisibleControls } from '@switchyard/contracts';
import { type ReactNode, useContext } from 'react';
import { useTitle } from '../../lib/page-title.js';
import { LostBar } from '../feedback/lost-bar.js';
import { ProjectScope } from './project-context.js';
import { helpPage } from '../../lib/help-page.js';

interface PageHeadProps {
  title: ReactNode;
  /** The title for the browser's tab, where it differs or is more than a text. */
  name?: string;
  subtitle?: ReactNode;
  /** Left of the title, for instance the back arrow of admin pages. */
  before?: ReactNode;
  /** The filter of a list: before the actions, or in a row of its own on a narrow screen. */
  filter?: ReactNode;
  /** The actions, at the right. */
  children?: ReactNode;
}

/** Title row of a page; holds the only h1, and names the page and its project in the title of the browser's tab. */
export function PageHead({ title, name, subtitle, before, filter, children }: PageHeadProps) {
  const project = useContext(ProjectScope)?.project.name;
  const own = name ?? (typeof title === 'string' ? title : undefined);
  useTitle('page', withVisibleControls([own, project].filter(Boolean).join(' · ')));
  return (
    <>
      <header className="sy-head">
        {before}
        <div className="sy-grow">
          <div className="sy-head-title">
            <h1>{title}</h1>
            <HelpLink />
          </div>
          {subtitle !== undefined && <div className="sy-head-sub">{subtitle}</div>}
        </div>
        {filter}
        {children !== undefined && <div className="sy-head-actions">{children}</div>}
      </header>
      <LostBar />
    </>
  );
}

/** Opens the documentation about the screen that is shown. */
function HelpLink() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <a className="sy-help" href={helpPage(pathname)} target="_blank" rel="noopener" aria-label={t('common.help')}>
      <QuestionCircleOutlined aria-hidden />
    </a>
  );
}
