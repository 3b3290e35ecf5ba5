-- Guesses that arrive at once are judged one by one, too: each takes one of the places that are left before an account or an
-- address must wait, and gives it back when it is judged. Answers which of the keys was free, counted from 1; 0: none.
create function secret.first_free(p_keys text[]) returns integer
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  for place in 1 .. coalesce(cardinality(p_keys), 0) loop
    if pg_try_advisory_xact_lock(hashtext('sign-in'), hashtext(p_keys[place])) then return place; end if;
  end loop;
  return 0;
end $$;
grant execute on function secret.first_free(text[]) to rooftree_app;
