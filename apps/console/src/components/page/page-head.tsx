import type { ReactNode } from 'react';
import { LostBar } from '../feedback/lost-bar.js';

interface PageHeadProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Left of the title, for instance the back arrow of admin pages. */
  before?: ReactNode;
  /** The filter of a list: before the actions, or in a row of its own on a narrow screen. */
  filter?: ReactNode;
  /** The actions, at the right. */
  children?: ReactNode;
}

/** Title row of a page; holds the only h1. */
export function PageHead({ title, subtitle, before, filter, children }: PageHeadProps) {
  return (
    <>
      <header className="sy-head">
        {before}
        <div className="sy-grow">
          <h1>{title}</h1>
          {subtitle !== undefined && <div className="sy-head-sub">{subtitle}</div>}
        </div>
        {filter}
        {children !== undefined && <div className="sy-head-actions">{children}</div>}
      </header>
      <LostBar />
    </>
  );
}
