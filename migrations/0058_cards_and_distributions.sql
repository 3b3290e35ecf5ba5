-- Of two people who type into one line of surplus cash, the second is told: each line has its version.
alter table surplus_cash add column version integer not null default 1;
