-- The agency's exception for old invoices of a completion, as requests have it, and its reason, which the company reads.
alter table replacement_reserve_completion
  add column submitted_as_exception boolean not null default false,
  add column exception_reason text;
