import type { DataSource } from 'typeorm';

/** Ids up to `id` are settled when no transaction before `xid` is under way. */
interface Mark {
  id: string;
  xid: string;
}

/**
 * Up to which id of a table nothing can appear any more. Ids are taken before the commit, so that a small one may become
 * visible after a larger one: settled is the largest that was taken at some moment, once every transaction of that moment
 * has ended. A transaction that takes an id must have its own id before. A transaction that stays open delays all that follow its beginning.
 */
export class SettledIds {
  private mark: Mark | undefined;
  private settled = '0';

  /** @param sequence the sequence of the ids */
  constructor(
    private readonly source: Pick<DataSource, 'query'>,
    private readonly sequence: `${string}_seq`,
  ) {}

  /** Some id has not settled yet: another look soon may find more. */
  get isBehind(): boolean {
    return this.mark !== undefined;
  }

  /** A mark that is not reached is kept for the next look, so that transactions that overlap without end never hide it. */
  async read(): Promise<string> {
    await this.reach();
    this.mark ??= await this.current();
    await this.reach();
    return this.settled;
  }

  /** None when no id was taken since. The id is read first: every smaller one was taken by a transaction with a smaller id. */
  private async current(): Promise<Mark | undefined> {
    const [mark] = await this.source.query<Mark[]>(
      `with taken as materialized (select last_value as id from ${this.sequence} where is_called)
       select id::text as id, pg_current_xact_id()::text as xid from taken where id > $1::bigint`,
      [this.settled],
    );
    return mark;
  }

  private async reach(): Promise<void> {
    const { mark } = this;
    if (mark) {
      const [{ reached } = { reached: false }] = await this.source.query<{ reached: boolean }[]>(
        'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as reached',
        [mark.xid],
      );
      if (reached) {
        this.settled = mark.id;
        this.mark = undefined;
      }
    }
  }
}
