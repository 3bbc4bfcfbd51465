import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { withVisibleControls } from '@switchyard/contracts';
import { Dash } from '../../../components/display/dash.js';

export type Row = [label: string, value: ReactNode];

/** Facts under a heading; a dash where there is nothing to say. */
export function FactTable({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="sy-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || value === 0 ? value : <Dash />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The name of a resource of the project, as the way to it. @param path below the project's address */
export function ResourceLink({ projectId, path, name }: { projectId: number; path: string; name: string }) {
  return <Link to={`/project/${projectId}/${path}`}>{withVisibleControls(name)}</Link>;
}
