-- The approved allowances that hold on a day, one for each unit type: of the schedules in its newest filing in force each
-- counts by its newest line in force, and of these the highest, under which no rent passes its limit.
create or replace function utility_allowance_on(on_day date) returns table (property_id integer, project_room_type_id integer,
  amount numeric, effective_date date, utility_allowance_id integer) language sql stable parallel safe as $$
  select distinct on (h.property_id, h.project_room_type_id) h.property_id, h.project_room_type_id, h.utility_allowance,
    h.effective_date, h.utility_allowance_id
  from (
    select f.*,
      bool_or(f.utility_allowance_id = f.present_id) over (
        partition by f.property_id, f.project_room_type_id, f.schedule_name) as goes_on,
      row_number() over (
        partition by f.property_id, f.project_room_type_id, f.schedule_name, f.in_force
        order by f.year desc, f.quarter desc, f.effective_date desc, f.utility_allowance desc) as place
    from (
      select l.property_id, l.project_room_type_id, l.utility_allowance, l.effective_date, r.utility_allowance_id, r.year, r.quarter,
        coalesce(trim(l.schedule), '') as schedule_name, l.effective_date <= on_day as in_force,
        first_value(r.utility_allowance_id) over (
          partition by l.property_id, l.project_room_type_id
          order by l.effective_date <= on_day desc, r.year desc, r.quarter desc) as present_id
      from utility_allowance_line l join utility_allowance r using (utility_allowance_id)
      where r.status_id = 5 and l.effective_date is not null and l.utility_allowance is not null
        and l.project_room_type_id is not null) f) h
  where h.in_force and h.goes_on and h.place = 1
  order by h.property_id, h.project_room_type_id, h.utility_allowance desc, h.effective_date desc
$$;
