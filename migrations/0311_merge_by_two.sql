-- A merge of companies makes ordinary users of the primary users of the merged company, but for those whom both
-- administrators name: whom the first one names stands with the merge that waits.
alter table company_merge_request add column administrator_ids integer[] not null default '{}';
comment on column company_merge_request.administrator_ids is 'Primary users of the merged companies who stay primary users.';
