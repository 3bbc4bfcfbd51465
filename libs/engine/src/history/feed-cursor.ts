import type { EntityManager } from 'typeorm';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';

/** How far a consumer of the transition feed has come: a row of the settings. */
export class FeedCursor {
  constructor(
    private readonly engine: Pick<Engine, 'dataSource'>,
    /** Names the consumer for good. */
    private readonly key: string,
  ) {}

  /** Id of the last event that was handled; the first round of an installation finds none. */
  async position(): Promise<string> {
    const found = await row<{ value: string }>(this.engine.dataSource, 'select value from setting where key = $1', [
      this.key,
    ]);
    return found?.value ?? '0';
  }

  /**
   * Moves it in the transaction of the effects.
   * @returns false when another consumer has moved it meanwhile: then there must be no effects
   */
  async move(manager: EntityManager, from: string, to: string): Promise<boolean> {
    return (await rows(manager, MOVE, [this.key, to, from])).length > 0;
  }
}

const MOVE = `
  insert into setting (key, value) select $1, $2 where $3 = '0' or exists (select from setting where key = $1)
  on conflict (key) do update set value = $2 where setting.value = $3
  returning key`;
