/**
 * Round-robin order of projects: the one served longest ago comes first, so that a project with many tasks cannot starve
 * one with few. Kept in memory: after a restart all projects are equal.
 */
export class ProjectRotation {
  private readonly served = new Map<number, number>();
  private readonly reserved = new Map<number, number>();
  private count = 0;

  /** Records that each of these projects was served, in this order. */
  note(projectIds: Iterable<number>): void {
    this.append(this.served, projectIds);
  }

  /** Records that tasks of these projects were reserved, in this order: they may begin without a drain. */
  noteReserved(projectIds: Iterable<number>): void {
    this.append(this.reserved, projectIds);
  }

  /** Lower = served longer ago; 0 = never. */
  rank(projectId: number): number {
    return this.served.get(projectId) ?? 0;
  }

  /** The same for reservations: lower = served and reserved longer ago. */
  rankOfReservations(projectId: number): number {
    return Math.max(this.rank(projectId), this.reserved.get(projectId) ?? 0);
  }

  private append(to: Map<number, number>, projectIds: Iterable<number>): void {
    for (const id of projectIds) {
      to.delete(id);
      to.set(id, ++this.count);
    }
  }
}
