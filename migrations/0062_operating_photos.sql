-- A kind of operating cost may ask for pictures of before and after.

alter table operating_reserve_request_type add column needs_photos boolean not null default false;
insert into operating_reserve_request_type (name, needs_invoice, needs_photos) values ('Repair', true, true)
  on conflict (name) do nothing;
