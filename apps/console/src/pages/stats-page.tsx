import { useProject } from '../components/page/project-context.js';
import { StatsView } from '../features/stats/stats-view.js';

/** How the tasks of the project ended. */
export function StatsPage() {
  const { projectId } = useProject();
  return (
    <div className="sy-body">
      <StatsView projectId={projectId} templateId={null} />
    </div>
  );
}
