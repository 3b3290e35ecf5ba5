-- A person who wrote the amount that a decision approves is not the second person who approves it. The last writer counts.
-- The claimed amount that a reviewer takes over is not a figure of the reviewer's own.
create table kernel.figure_writer (
  line_table text not null,
  line_id integer not null,
  record_table text not null,
  record_id integer not null,
  user_id integer not null references app_user on delete cascade,
  primary key (line_table, line_id)
);
create index figure_writer_record on kernel.figure_writer (record_table, record_id);
create index figure_writer_user on kernel.figure_writer (user_id);
revoke all on kernel.figure_writer from rooftree_app;

create function kernel.note_figure_writer() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  line constant jsonb := to_jsonb(new);
begin
  insert into kernel.figure_writer (line_table, line_id, record_table, record_id, user_id)
    select tg_table_name, (line ->> tg_argv[1])::integer, tg_argv[0], (line ->> tg_argv[2])::integer, user_id
    from app_user where user_id = kernel.actor_id()
    on conflict (line_table, line_id) do update set user_id = excluded.user_id;
  return null;
end $$;

create function kernel.notes_reviewed_figures(target regclass, record regclass, key text, figure text, claimed text)
returns void language plpgsql as $$
declare
  line_key constant text := (select attname from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid = target and indisprimary);
begin
  execute format('create trigger note_reviewed_%3$s after update of %3$I on %1$s for each row
    when (kernel.is_agency() and old.%3$I is distinct from new.%3$I
      and (old.%3$I is not null or new.%3$I is distinct from new.%4$I))
    execute function kernel.note_figure_writer(%2$L, %6$L, %5$L)', target, record, figure, claimed, key, line_key);
end $$;

select kernel.notes_reviewed_figures(target::regclass, record::regclass, key, figure, claimed) from (values
  ('replacement_reserve_request_item', 'replacement_reserve_request', 'replacement_reserve_request_id',
    'approved_amount', 'claimed_amount'),
  ('operating_reserve_request_item', 'operating_reserve_request', 'operating_reserve_request_id',
    'approved_amount', 'claimed_amount'),
  ('insurance_request_item', 'insurance_request', 'insurance_request_id', 'approved_amount', 'claimed_amount'),
  ('replacement_reserve_completion_item', 'replacement_reserve_completion', 'replacement_reserve_completion_id',
    'approved_amount', 'invoiced_amount'),
  ('room_rent_increase_request', 'rent_increase_request_header', 'rent_increase_request_header_id',
    'approved_rent', 'adjusted_rent'),
  ('distribution_request', 'distribution_request', 'distribution_request_id', 'approved_amount', 'amount_requested')
) figures (target, record, key, figure, claimed);

create or replace function kernel.writers_of(p_table text, p_record integer) returns integer[] language sql stable
security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(user_id), '{}') from (
    select user_id from kernel.record_writer where record_table = p_table and record_id = p_record
    union select user_id from kernel.figure_writer where record_table = p_table and record_id = p_record
  ) writers where kernel.is_agency()
$$;

revoke execute on function kernel.note_figure_writer(),
  kernel.notes_reviewed_figures(regclass, regclass, text, text, text) from public;

-- Payments of distributions that people enter or delete change what may be distributed; those of requests are written by
-- their approval.
create trigger note_writer_change after insert or update on distribution_payment for each row
  when (kernel.is_agency() and new.distribution_request_id is null)
  execute function kernel.note_writer('distribution_payment', 'property_id');
create trigger note_writer_delete after delete on distribution_payment for each row
  when (kernel.is_agency() and old.distribution_request_id is null)
  execute function kernel.note_writer('distribution_payment', 'property_id');
