-- Requests may log in as a role of another name where several databases share a server: what is asked of requests alone is
-- asked of whoever does not have the rights of the database's owner, not of a name.
create function kernel.is_request() returns boolean language sql stable set search_path = pg_catalog as $$
  select not pg_has_role(current_user, d.datdba, 'usage') from pg_database d where d.datname = current_database()
$$;
drop trigger keep_certified on certification;
create trigger keep_certified before update on certification for each row
  when (kernel.is_request()) execute function kernel.keep_certified();
