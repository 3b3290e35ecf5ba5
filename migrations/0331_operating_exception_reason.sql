-- Why the agency pays back invoices that are older than its limit with this request. The company reads it.
alter table operating_reserve_request add column exception_reason text;
