import type { Engine } from '../ports.js';
import type { Executor } from '../statements/sql.js';
import type { MovedTask } from './mover.js';

/** Reason that a person gave for a decision or a stop. */
export interface GivenReason {
  taskId: number;
  column: 'decision_reason' | 'stop_reason';
  /** Empty or absent = nothing was written. */
  reason: string | undefined;
}

type Move = (on: Executor) => Promise<MovedTask | undefined>;

/** Moves a task and keeps why: both or none. Without a reason the move stays one statement. */
export function moveWithReason(engine: Engine, given: GivenReason, move: Move): Promise<MovedTask | undefined> {
  const { taskId, column, reason } = given;
  if (!reason) {
    return move(engine.dataSource);
  }
  return engine.dataSource.transaction(async (manager) => {
    const moved = await move(manager);
    if (moved) {
      await manager.query(`update task set ${column} = $2 where id = $1`, [taskId, reason]);
    }
    return moved;
  });
}
