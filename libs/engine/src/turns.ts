/**
 * Whose turn it is. Projects are served in rotation, the one that waited longest for its turn first, so that a project
 * with many tasks cannot hold back one with few. Kept in the process: after a restart everyone begins equal.
 */
export class Turns {
  private readonly served = new Map<number, number>();
  private count = 0;

  /** Notes that the projects got a task each, in this order. */
  note(projectIds: Iterable<number>): void {
    for (const id of projectIds) {
      this.served.delete(id);
      this.served.set(id, ++this.count);
    }
  }

  /** Lower = waited longer for its turn. */
  rank(projectId: number): number {
    return this.served.get(projectId) ?? 0;
  }
}
