-- What people enter without connection and send later: each entry is done once, whatever became of its answer. Whose device
-- sent it names it; the row it made or changed is remembered with its version, so that a later entry can say "after that one".
create table sent_entry (
  user_id integer not null references app_user on delete cascade,
  sent_key uuid not null,
  entity text,
  row_id integer,
  row_version integer,
  sent_at timestamptz not null default now(),
  primary key (user_id, sent_key)
);
create index sent_entry_row on sent_entry (row_id, user_id) where row_id is not null;
alter table sent_entry enable row level security;
create policy sent_entry_own on sent_entry using (user_id = (select kernel.actor_id())) with check (user_id = (select kernel.actor_id()));
