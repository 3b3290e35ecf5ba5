-- The equity figure that a statement was accepted on: later changes of the register leave its distributions as they are.
alter table computation_of_distributions add column equity_seen jsonb;
