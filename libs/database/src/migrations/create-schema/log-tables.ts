/**
 * Logs. The trigger stands on `attempt_log` and not on `task`: when it fires, the row that admits appends is gone, so
 * no chunk can arrive after the chunks were deleted.
 */
export const logTables = `
  create table attempt_log (
    attempt_id int primary key references attempt on delete cascade,
    project_id int not null,
    task_id int not null,
    attempt smallint not null,
    lease_id uuid,
    next_line int not null default 0
  ) with (fillfactor = 50);

  create table log_chunk (
    task_id int not null,
    attempt smallint not null,
    first_line int not null,
    line_count int not null,
    first_time timestamptz not null,
    kind smallint not null,
    codec smallint not null,
    sgr text not null default '',
    times bytea not null,
    body bytea not null,
    primary key (task_id, attempt, first_line)
  );
  alter table log_chunk alter body set storage external;

  create function delete_log_chunks() returns trigger language plpgsql as $$
  begin
    delete from log_chunk c using gone where c.task_id = gone.task_id and c.attempt = gone.attempt;
    return null;
  end $$;
  create trigger delete_log_chunks after delete on attempt_log
    referencing old table as gone for each statement execute function delete_log_chunks();
`;
