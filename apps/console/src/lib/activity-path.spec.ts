import { describe, expect, it } from '@jest/globals';
import { activityPath } from './activity-path.js';

const path = (object_type: string | null, code: string, object_id: number | null = 3): string | null =>
  activityPath({ project_id: 1, object_type, object_id, activity: { code, params: {} } });

describe('activityPath', () => {
  it('should lead to the template itself, and to the list of other kinds', () => {
    expect(path('template', 'template_updated')).toBe('/project/1/templates/3');
    expect(path('workflow', 'workflow_updated')).toBe('/project/1/workflows/3');
    expect(path('workflow_run', 'run_approved')).toBe('/project/1/workflows/runs/3');
    expect(path('key', 'key_created')).toBe('/project/1/keys');
    expect(path('user', 'user_left')).toBe('/project/1/team');
  });

  it('should lead nowhere for what was deleted, has no page, or is not known', () => {
    expect(path('template', 'template_deleted')).toBeNull();
    expect(path('project', 'project_created')).toBeNull();
    expect(path('constructor', 'x')).toBeNull();
    expect(path(null, 'x')).toBeNull();
  });
});
