/** A task that ended just now, and what it leaves. */
export interface EndedTask {
  runnerId: number;
  projectId: number;
}

/** A task that is reserved for a runner. */
export interface ReservedTask {
  taskId: number;
  runnerId: number;
  projectId: number;
  /** Attempts that the runner has, without those that ended just now. */
  used: number;
  /** Attempts that it may begin; Infinity = any number. */
  runnerRoom: number;
  /** Tasks that the project may start; Infinity = any number. */
  projectRoom: number;
}

/**
 * Decides which reserved tasks take the slots of tasks that ended just now: as many of each runner as it had ended, the oldest first. A project
 * with a limit gets no more than ended of it, so that what a drain has counted meanwhile holds. Pure.
 * @param ended those alone whose end lets nothing else begin
 * @param reserved the oldest first
 */
export function chooseSuccessors(ended: readonly EndedTask[], reserved: readonly ReservedTask[]): ReservedTask[] {
  const ofRunner = new Room(ended.map(({ runnerId }) => runnerId));
  const ofProject = new Room(ended.map(({ projectId }) => projectId));
  return reserved.filter(({ runnerId, projectId, runnerRoom, projectRoom }) => {
    const fits =
      ofRunner.has(runnerId, runnerRoom) && (projectRoom === Infinity || ofProject.has(projectId, projectRoom));
    if (fits) {
      ofRunner.take(runnerId);
      ofProject.take(projectId);
    }
    return fits;
  });
}

/** How many slots each owner has left of those that it gave back. */
class Room {
  private readonly freed = new Map<number, number>();
  private readonly taken = new Map<number, number>();

  /** @param owners of the freed slots, each as often as it had one */
  constructor(owners: readonly number[]) {
    owners.forEach((owner) => this.freed.set(owner, (this.freed.get(owner) ?? 0) + 1));
  }

  /** @param most slots that the owner may take in all */
  has(owner: number, most: number): boolean {
    return (this.taken.get(owner) ?? 0) < Math.min(this.freed.get(owner) ?? 0, most);
  }

  take(owner: number): void {
    this.taken.set(owner, (this.taken.get(owner) ?? 0) + 1);
  }
}
