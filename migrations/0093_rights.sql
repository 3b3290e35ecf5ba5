-- Of a certification requests change what its calls change and nothing else: whoever draws one up says and signs it, once; of a
-- signed one only its withdrawal is noted, by whoever is signed in.
revoke update on certification from rooftree_app;
grant update (role, title, signature, afs_id, certified_at, address, withdrawn_at, withdrawn_by_id) on certification to rooftree_app;

create function kernel.keep_certified() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if old.certified_at is null then
    if new.user_id is distinct from kernel.actor_id() or new.withdrawn_at is not null then
      raise exception 'A certification is signed by the person it names.' using errcode = '42501';
    end if;
  elsif (to_jsonb(new) - 'withdrawn_at' - 'withdrawn_by_id') <> (to_jsonb(old) - 'withdrawn_at' - 'withdrawn_by_id')
      or old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_by_id is distinct from kernel.actor_id() then
    raise exception 'A signed certification stays as it was signed; it is withdrawn.' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger keep_certified before update on certification for each row
  when (current_user = 'rooftree_app') execute function kernel.keep_certified();

-- Which settings are control settings is nobody's to read; what asks for two administrators looks it up by itself.
alter function kernel.may_set(text, jsonb, date) security definer;
revoke select on kernel.control_setting from rooftree_app;
