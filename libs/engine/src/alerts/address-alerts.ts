import { MAILED_EVENTS } from '@switchyard/contracts';
import { type Executor, rows, stableId } from '../statements/sql.js';
import type { Alert } from './task-facts.js';

/** Where alerts go besides the channels of their project. */
export interface AlertTargets {
  /** Places of the server's channels in `ALERT_CHANNEL_TYPES`. */
  server: readonly number[];
  /** Those of them that reach projects with a chat of their own alone. */
  chats: readonly number[];
  /** Whether members and administrators get mail. */
  mail: boolean;
}

/**
 * The id of a delivery is made of target and event, so that it is written once, however often it is tried. The email of an
 * external user may be no address.
 */
const insert = `
  with alert as (
    select key, (facts -> 'project' ->> 'id')::int as project_id, facts ->> 'event' as event, facts
      from jsonb_to_recordset($1::jsonb) as given(key text, facts jsonb)),
  target as (
    select alert.*, 'alert_channel' as kind, channel.id as target_id from alert
      join alert_channel channel on channel.project_id = alert.project_id and channel.active
       and alert.event = any(channel.events)
    union all
    select alert.*, 'alert_server', server.id from alert
      join project on project.id = alert.project_id cross join unnest($2::int[]) as server(id)
     where project.alert_chat is not null or server.id <> all($4::int[])
    union all
    select alert.*, 'alert_user', "user".id from alert
      join "user" on "user".alert and "user".email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and ("user".admin or exists (
        select from project_member member where member.project_id = alert.project_id and member.user_id = "user".id))
     where alert.event = any($3::text[]))
  insert into outbox_message (id, kind, target_id, project_id, payload)
    select ${stableId("concat_ws(' ', kind, target_id, key)")}, kind, target_id, project_id, facts from target
  on conflict (id) do nothing returning project_id as "projectId"`;

/** Writes a delivery for each alert and target. @returns the project of each that was written */
export async function addressAlerts(on: Executor, alerts: readonly Alert[], targets: AlertTargets): Promise<number[]> {
  if (alerts.length === 0) {
    return [];
  }
  const { server, chats, mail } = targets;
  const written = await rows<{ projectId: number }>(on, insert, [
    JSON.stringify(alerts),
    server,
    mail ? MAILED_EVENTS : [],
    chats,
  ]);
  return written.map(({ projectId }) => projectId);
}
