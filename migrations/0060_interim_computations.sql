-- A semi-annual or quarterly distribution is asked for on the balance sheet of its own day: the figures of that day are typed
-- with the request and certified by its submission. Without a day it stands on the annual statement.
alter table distribution_request
  add column interim_date date,
  add column interim_lines jsonb not null default '[]';
