-- A year of 52 or 53 weeks has twelve months, whatever month it begins and ends in.
alter table annual_statement drop column months;
alter table annual_statement add column months integer not null generated always as (
  case when period_end - period_start + 1 in (364, 371) then 12
    else greatest(0, 1 + extract(year from period_end)::integer * 12 + extract(month from period_end)::integer
      - extract(year from period_start)::integer * 12 - extract(month from period_start)::integer) end) stored;
