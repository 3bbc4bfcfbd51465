/**
 * Round-robin order of projects: the one served longest ago comes first, so that a project with many tasks cannot starve
 * one with few. Kept in memory: after a restart all projects are equal.
 */
export class ProjectRotation {
  private readonly served = new Map<number, number>();
  private count = 0;

  /** Records that each of these projects was served, in this order. */
  note(projectIds: Iterable<number>): void {
    for (const id of projectIds) {
      this.served.delete(id);
      this.served.set(id, ++this.count);
    }
  }

  /** Lower = served longer ago; 0 = never. */
  rank(projectId: number): number {
    return this.served.get(projectId) ?? 0;
  }
}
