-- A semi-annual or quarterly distribution is asked for on the balance sheet of its own day: the figures of that day are typed
-- with the request and certified by its submission. Without a day it stands on the annual statement.
alter table distribution_request
  add column interim_date date,
  add column interim_lines jsonb not null default '[]';

-- Of two people who type what their company says of a year's distributions the second is told.
alter table computation_of_distributions add column version integer not null default 1;
