import type { DataSource } from 'typeorm';

/** Most deliveries that are kept of an integration, and of those most whose sender did not prove itself. */
const KEEP = { proved: 200, unproved: 50 } as const;
/** Days for which deliveries are kept, and delivery ids known. */
const KEEP_DAYS = 30;

/** Removes what delivery logs have too much of, by number and age. */
export async function deleteOldWebhooks(source: DataSource): Promise<void> {
  await source.query(
    `delete from integration_delivery old using (
       select id, result = 'unauthorized' as unproved,
              row_number() over (partition by integration_id, result = 'unauthorized' order by received desc, id) as place
         from integration_delivery) ranked
      where old.id = ranked.id
        and (ranked.place > case when ranked.unproved then $1::int else $2::int end
             or old.received < now() - make_interval(days => ${KEEP_DAYS}))`,
    [KEEP.unproved, KEEP.proved],
  );
  await source.query(`delete from integration_launch where created < now() - make_interval(days => ${KEEP_DAYS})`);
}
