-- With which screen a person of the agency wants to begin; without a row it is the list of properties (NAV-02).
create table start_choice (
  user_id integer primary key references app_user on delete cascade,
  starts_with text not null check (starts_with in ('Projects', 'Work'))
);
select kernel.audited('start_choice', 'user_id');
alter table start_choice enable row level security;
create policy own_read on start_choice for select using (user_id = (select kernel.actor_id()));
create policy own_insert on start_choice for insert with check (user_id = (select kernel.actor_id()));
create policy own_update on start_choice for update using (user_id = (select kernel.actor_id()));
