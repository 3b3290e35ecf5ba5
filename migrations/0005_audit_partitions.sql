-- A partition is a table of its own: reached by its own name it has neither the parent's row-level security nor its
-- missing rights. The application role reaches the audit log over the parent alone.

create or replace function kernel.ensure_partitions(from_day date, ahead integer) returns void language plpgsql security definer as $$
declare
  first_day date := date_trunc('month', from_day)::date;
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('kernel.ensure_partitions'));
  for step in 0..ahead loop
    name := 'audit_log_' || to_char(first_day + make_interval(months => step), 'YYYY_MM');
    if to_regclass('public.' || name) is null then
      execute format('create table public.%I partition of public.audit_log for values from (%L) to (%L)', name,
        first_day + make_interval(months => step), first_day + make_interval(months => step + 1));
      execute format('revoke all on public.%I from rooftree_app', name);
    end if;
  end loop;
end $$;

do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'audit_log'::regclass loop
    execute format('revoke all on %s from rooftree_app', part);
  end loop;
end $$;
